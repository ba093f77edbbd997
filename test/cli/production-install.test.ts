import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { tradewind } from "../support/servers/process.ts";
import { urlOf } from "../support/servers/servers.ts";
import { ran } from "../support/servers/shell.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
let database: TestDatabase;

/** A checkout after `npm ci --omit=dev`: its packages are links to those of this checkout. */
const it = withSetup(
  async () => {
    database = await freshDatabase();
    folder = mkdtempSync(join(tmpdir(), "tradewind-production-"));
    const filter = (path: string) => basename(path) !== "node_modules";
    for (const name of ["src", "scripts", "migrations", "dashboard", "package.json", "package-lock.json"])
      cpSync(join(root, name), join(folder, name), { recursive: true, filter });
    for (const path of productionPackages()) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      symlinkSync(join(root, path), join(folder, path));
    }
  },
  async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);

interface Lock {
  packages: Record<string, { dev?: boolean; optional?: boolean }>;
}

function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  return Object.entries(packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev)
    .map(([path]) => path)
    .filter((path) => readdirSync(join(root, dirname(path))).includes(path.split("/").at(-1)!));
}

const npm = (...words: string[]) => ran("npm", words, { environment: { LOG_LEVEL: "warn" }, cwd: folder });
const { version, scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const program = () => join(folder, "dist", "main.js");

it("without development packages, the server and the commands are built and run", async () => {
  await expect(npm("run", "--silent", "build")).rejects.toThrow(
    "The dashboard is not built: that needs the development packages. With it: npm ci && npm run build && npm prune --omit=dev",
  );
  expect(await npm("run", "--silent", "build", "--", "--without-dashboard")).toBe("");
  await npm("run", "--silent", "prestart");
  expect(scripts.start).toBe("node dist/main.js start");
  expect(await ran(process.execPath, [program(), "--version"], { environment: {}, cwd: folder })).toBe(
    `${version}\n`,
  );
  expect(await npm("run", "--silent", "tradewind", "--", "--version")).toBe(`${version}\n`);
  expect(await npm("run", "--silent", "migrate", "--", "--help")).toContain("Usage: tradewind migrate");
});

/** The banner and what answers at /app. */
async function served(): Promise<{ banner: string; status: number }> {
  const environment = { TRADEWIND_DATA_DIR: join(folder, "data"), DATABASE_URL: database.url, PORT: "0" };
  const server = tradewind(
    ["start"],
    { ...environment, TRADEWIND_LOG_FORMAT: "text" },
    { program: program() },
  );
  const { status } = await fetch(`${await urlOf(server)}/app`);
  server.process.kill("SIGTERM");
  await server.ended;
  return { banner: server.output(), status };
}

it("the banner names the dashboard where it was built before the development packages were removed", async () => {
  const guide = readFileSync(join(root, "docs/guides/deploying.md"), "utf8");
  expect(guide).toContain("npm ci && npm run build && npm prune --omit=dev\n");
  const without = await served();
  expect(without.banner).toMatch(/Dashboard +not built: npm ci && npm run build\n/);
  expect(without).toMatchObject({ status: 404, banner: expect.not.stringContaining("/app") });
  cpSync(join(root, "dist/dashboard"), join(folder, "dist/dashboard"), { recursive: true });
  const withIt = await served();
  expect(withIt).toMatchObject({
    status: 200,
    banner: expect.stringMatching(/Dashboard +http:\S+\/app\n/),
  });
  rmSync(join(folder, "dist/dashboard"), { recursive: true });
});

it("a command runs the built file as it is, and builds it again after a change of the sources", async () => {
  const asked = () => npm("run", "--silent", "tradewind", "--", "--version");
  await asked();
  const builtAt = statSync(program()).mtimeMs;
  await asked();
  expect(statSync(program()).mtimeMs).toBe(builtAt);

  const source = join(folder, "src", "cli", "command-line.ts");
  writeFileSync(
    source,
    readFileSync(source, "utf8").replace("console.log(version)", 'console.log("changed", version)'),
  );
  expect(await asked()).toBe(`changed ${version}\n`);
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const built = ["main.ts", ...sources.filter((path) => path.endsWith("-library.ts"))]
    .map((path) => basename(path, ".ts"))
    .sort();
  expect(readdirSync(dirname(program())).sort()).toEqual(
    built.flatMap((name) => [`${name}.js`, `${name}.js.map`]),
  );
});

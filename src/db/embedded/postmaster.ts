import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

/** The lock file of PostgreSQL, which describes the server on a data folder. It remains after a crash. */
export interface Postmaster {
  pid: number;
  socketFolder: string | undefined;
  isReady: boolean;
}

export function readPostmaster(data: string): Postmaster | null {
  return readLockFile(path.join(data, "postmaster.pid"));
}

/** The lock file next to the socket has the same form. It remains if an admin deletes postmaster.pid. */
export function readSocketLock(socketFolder: string): Postmaster | null {
  return readLockFile(path.join(socketFolder, ".s.PGSQL.5432.lock"));
}

function readLockFile(file: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return null;
  return { pid, socketFolder: lines[4] || undefined, isReady: lines[7]?.trim() === "ready" };
}

/** "other": another process has the process id now. In doubt the answer is "server". */
export function processAt(pid: number, data: string): "server" | "other" | "nothing" {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user cannot be the server: that one runs as the owner of the data, as we do.
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "other" : "nothing";
  }
  const isServer = existsSync("/proc/self/cmdline") ? isServerByProc(pid, data) : isServerByPs(pid, data);
  return isServer ? "server" : "other";
}

function isServerByProc(pid: number, data: string): boolean {
  let words: string[];
  try {
    words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
  if (path.basename(words[0]!) !== "postgres") return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    // In a container root may not inspect the process of another user. Our servers have the folder in their arguments.
    return words.includes(data);
  }
}

function isServerByPs(pid: number, data: string): boolean {
  try {
    const command = execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(data);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

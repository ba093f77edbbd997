import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A place for files that can be full. */
export interface SmallDisk {
  folder: string;
  /** There is room for so many more bytes. */
  leave(bytes: number, pid: number): void;
  /** Everything in it, unfinished files too. */
  files(): string[];
  remove(): void;
}

const SIZE = 2 * 1024 * 1024;

/** A disk of its own where mounting is allowed; otherwise the system lets the process write no longer files. */
export function aSmallDisk(): SmallDisk {
  const parent = mkdtempSync(join(tmpdir(), "tradewind-disk-"));
  const folder = join(parent, "data");
  mkdirSync(folder);
  const isMounted = succeeds("mount", ["-t", "tmpfs", "-o", `size=${SIZE},mode=711`, "tmpfs", folder]);
  const ballast = join(folder, "ballast");
  return {
    folder,
    leave: (bytes, pid) =>
      isMounted
        ? writeFileSync(ballast, Buffer.alloc(Math.max(SIZE - bytes, 0)))
        : void succeeds("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]),
    files: () => readdirSync(folder, { recursive: true }).map(String).filter(isFile).sort(),
    remove() {
      if (isMounted) execFileSync("umount", [folder]);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

const isFile = (name: string) => /\.\w+$/.test(name);

function succeeds(command: string, words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dataFolder, makeDataFolder } from "../../db/embedded/index.ts";
import type { ByteStream } from "../ports/common.ts";
import { type FileKey, storagePathOf } from "./file-key.ts";

export interface OpenFile {
  handle: FileHandle;
  size: number;
  changedAt: Date;
}

const UNFINISHED = /^\.[0-9a-f]{16}\.part$/;
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** The files of a shop in its data folder. The folder is created with the first file. */
export class DiskFolder {
  private readonly swept = new Set<string>();

  constructor(private readonly dataDir: string | undefined) {}

  /** Atomic: the file gets its name after all bytes are synced to the disk. */
  async write(key: FileKey, content: ByteStream): Promise<void> {
    makeDataFolder(this.dataDir);
    const target = this.pathOf(key);
    const folder = dirname(target);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.sweep(folder);
    const draft = join(folder, `.${randomBytes(8).toString("hex")}.part`);
    try {
      await writeThrough(draft, content);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(folder);
  }

  /** Null if the file does not exist. The caller closes the handle. */
  async open(key: FileKey): Promise<OpenFile | null> {
    const handle = await open(this.pathOf(key), "r").catch(ifAbsent);
    if (!handle) return null;
    const found = await handle.stat();
    if (found.isFile()) return { handle, size: found.size, changedAt: found.mtime };
    await handle.close();
    return null;
  }

  async has(key: FileKey): Promise<boolean> {
    return (await stat(this.pathOf(key)).catch(ifAbsent))?.isFile() ?? false;
  }

  async remove(key: FileKey): Promise<void> {
    await rm(this.pathOf(key)).catch(ifAbsent);
  }

  private pathOf(key: FileKey): string {
    return join(dataFolder(this.dataDir), storagePathOf(key));
  }

  /** Deletes partial files of killed processes, once. */
  private async sweep(folder: string): Promise<void> {
    if (this.swept.has(folder)) return;
    this.swept.add(folder);
    const drafts = (await readdir(folder)).filter((name) => UNFINISHED.test(name));
    for (const path of drafts.map((name) => join(folder, name))) {
      const found = await stat(path).catch(ifAbsent);
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }
}

async function writeThrough(path: string, content: ByteStream): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    // As it arrives, without buffering the whole file.
    await writeFile(handle, content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The new name survives a power failure only if its folder is synced, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  // Some systems cannot sync folders.
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function ifAbsent(error: NodeJS.ErrnoException): null {
  if (["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"].includes(error.code ?? "")) return null;
  throw error;
}

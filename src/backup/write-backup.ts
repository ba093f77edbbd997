import { createReadStream, createWriteStream, lstatSync, readdirSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Header } from "tar";
import { version } from "../package-root.ts";
import { type BackupHeader, BackupProblem, FILES, HEADER, MANIFEST } from "./backup-format.ts";
import { END, signatureEntry, signer } from "./backup-signature.ts";
import { type BaseBackup, startBaseBackup } from "./base-backup.ts";

interface BackupRequest {
  /** The URL of the embedded database, which is running. */
  url: string;
  postgres: number;
  /** The data folder, whose other files belong to the backup. */
  folder: string;
  /** Must not exist. */
  file: string;
  /** Signs the backup. */
  key: string | undefined;
}

/** Writes a backup of the running database. The file appears when it is complete and on the disk. */
export async function writeBackup({
  url,
  postgres,
  folder,
  file,
  key,
}: BackupRequest): Promise<{ bytes: number; createdAt: string }> {
  if (lstatSync(file, { throwIfNoEntry: false })) throw new BackupProblem(`${file} exists already`);
  const unfinished = `${file}.unfinished`;
  const backup = await startBaseBackup(url);
  const header: BackupHeader = {
    format: 1,
    tradewind: version,
    postgres,
    createdAt: new Date().toISOString(),
  };
  try {
    await pipeline(
      ended(entries(backup, { header, folder }), key),
      createGzip({ level: 1 }),
      createWriteStream(unfinished, { mode: 0o600 }),
    );
    const handle = await open(unfinished, "r");
    await handle.sync();
    const { size: bytes } = await handle.stat();
    await handle.close();
    await rename(unfinished, file);
    return { bytes, createdAt: header.createdAt };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await backup.close();
  }
}

const BLOCK = 512;

/** A tar archive: the header, the files of the data folder, the archive of PostgreSQL, and its manifest. */
async function* entries(
  backup: BaseBackup,
  { header, folder }: { header: BackupHeader; folder: string },
): AsyncGenerator<Buffer> {
  yield* entry(HEADER, Buffer.from(JSON.stringify(header)));
  for (const name of filesIn(folder)) yield* fileEntry(folder, name);
  yield* withoutEnd(backup.archive);
  yield* entry(MANIFEST, await backup.manifest);
}

/** With the end of the archive, and before it the signature if there is a key. */
async function* ended(archive: AsyncIterable<Buffer>, key: string | undefined): AsyncGenerator<Buffer> {
  const hmac = key === undefined ? undefined : signer(key);
  for await (const chunk of archive) {
    hmac?.update(chunk);
    yield chunk;
  }
  if (hmac) yield signatureEntry(hmac);
  yield END;
}

function* entry(name: string, data: Buffer): Generator<Buffer> {
  yield headerOf(name, data.length);
  yield data;
  yield padding(data.length);
}

/** A file that grows meanwhile is cut: files of the data folder are written once. */
async function* fileEntry(folder: string, name: string): AsyncGenerator<Buffer> {
  const file = path.join(folder, name);
  const size = lstatSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return;
  yield headerOf(FILES + name, size);
  if (size > 0) yield* createReadStream(file, { end: size - 1 }) as AsyncIterable<Buffer>;
  yield padding(size);
}

function headerOf(name: string, size: number): Buffer {
  const header = new Header({ path: name, size, mode: 0o600, mtime: new Date(), type: "File" });
  header.encode();
  if (header.needPax) throw new BackupProblem(`The name of ${name} is too long for a backup`);
  return header.block!;
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** More entries follow the archive of PostgreSQL, so its end must not be in the middle. */
async function* withoutEnd(archive: Readable): AsyncGenerator<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  for await (const chunk of archive as AsyncIterable<Buffer>) {
    const all = Buffer.concat([last, chunk]);
    const end = Math.max(0, all.length - END.length);
    if (end > 0) yield all.subarray(0, end);
    last = all.subarray(end);
  }
  if (!last.equals(END)) throw new BackupProblem("PostgreSQL ended the backup before it was complete");
}

/** All files of the data folder but those of PostgreSQL and its programs. */
function filesIn(folder: string, below = ""): string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((found) => {
    const name = path.posix.join(below, found.name);
    if (below === "" && /^(postgres|binaries)/.test(found.name)) return [];
    if (found.isDirectory()) return filesIn(folder, name);
    return found.isFile() ? [name] : [];
  });
}

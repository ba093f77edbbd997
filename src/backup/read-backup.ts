import { createHash } from "node:crypto";
import { once } from "node:events";
import { chownSync, createReadStream, existsSync, mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import type { Place } from "../db/embedded/index.ts";
import {
  type BackupHeader,
  BackupProblem,
  firstDamage,
  HEADER,
  isRestoredFile,
  MANIFEST,
  OWN,
  type Restored,
} from "./backup-format.ts";
import { type Signature, SignatureCheck } from "./backup-signature.ts";
import { refuseForeignFile } from "./copied-settings.ts";

/** Reads an archive into the staging folder, and checks every file of PostgreSQL. */
export class Extraction {
  private header: BackupHeader | undefined;
  private manifest: Buffer | undefined;
  private readonly restored = new Map<string, Restored>();
  private readonly data: string;

  /** Absent without a key. */
  private readonly check: SignatureCheck | undefined;

  constructor(
    private readonly staging: string,
    private readonly place: Place,
    key: string | undefined,
  ) {
    this.check = key === undefined ? undefined : new SignatureCheck(key);
    this.data = path.join(staging, "postgres");
    this.makeFolder(this.data);
  }

  /** Undefined when there is no key to check it with. */
  signature(): Signature | undefined {
    return this.check?.result();
  }

  async read(file: string): Promise<BackupHeader> {
    try {
      await this.readEntries(file);
    } catch (error) {
      if (error instanceof BackupProblem || isOfMachine(error)) throw error;
      throw new BackupProblem(`${file} is damaged, or no backup of Tradewind: ${(error as Error).message}`);
    }
    if (!this.header || !this.manifest) throw new BackupProblem(`${file} is no complete backup of Tradewind`);
    const damaged = firstDamage(this.manifest, this.restored);
    if (damaged !== null) throw new BackupProblem(`${file} is damaged: ${damaged} is not as it was`);
    return this.header;
  }

  private async readEntries(file: string): Promise<void> {
    const parser = new Parser({ strict: true });
    const failed = new AbortController();
    const fail = (error: Error) => failed.abort(error);
    // The parser begins the next entry when the last one was read to its end.
    let entries = Promise.resolve();
    parser.on("entry", (entry: ReadEntry) => {
      entries = entries.then(() => this.entry(entry));
      entries.catch(fail);
    });
    parser.on("error", fail);
    const ended = once(parser, "end", { signal: failed.signal });
    ended.catch(() => {});
    const unpacked = createGunzip();
    createReadStream(file)
      .on("error", (error) => unpacked.destroy(error))
      .pipe(unpacked);
    try {
      for await (const chunk of unpacked as AsyncIterable<Buffer>) {
        failed.signal.throwIfAborted();
        this.check?.update(chunk);
        if (!parser.write(chunk)) await once(parser, "drain", { signal: failed.signal });
      }
      parser.end();
      await ended;
      await entries;
    } catch (error) {
      throw failed.signal.aborted ? failed.signal.reason : error;
    }
  }

  private async entry(entry: ReadEntry): Promise<void> {
    const name = path.posix.normalize(entry.path).replace(/\/$/, "");
    if (name.startsWith("..") || path.posix.isAbsolute(name))
      throw new BackupProblem(`${name} is no name of a file`);
    if (entry.type !== "File" && entry.type !== "Directory") throw new BackupProblem(`${name} is no file`);
    refuseForeignFile(name);
    if (name === HEADER) this.header = headerIn(await entry.concat());
    else if (name === MANIFEST) this.manifest = await entry.concat();
    else if (isRestoredFile(name)) await this.file(entry, path.join(this.staging, name));
    else if (name.startsWith(OWN)) entry.resume();
    else if (entry.type === "Directory") this.makeFolder(path.join(this.data, name), entry);
    else this.restored.set(name, await this.file(entry, path.join(this.data, name)));
  }

  private makeFolder(folder: string, entry?: ReadEntry): void {
    entry?.resume();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.own(folder);
  }

  private own(file: string): void {
    const { runner } = this.place;
    if (runner.switched && file.startsWith(this.data)) chownSync(file, runner.uid, runner.gid);
  }

  private async file(entry: ReadEntry, file: string): Promise<Restored> {
    if (!existsSync(path.dirname(file))) mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    const handle = await open(file, "wx", 0o600);
    let size = 0;
    try {
      for await (const chunk of entry) {
        hash.update(chunk);
        size += chunk.length;
        await handle.write(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    this.own(file);
    return { size, sha256: hash.digest("hex") };
  }
}

/** Such as a full disk. */
const isOfMachine = (error: unknown) =>
  typeof (error as NodeJS.ErrnoException).errno === "number" &&
  (error as NodeJS.ErrnoException).syscall !== undefined;

function headerIn(data: Buffer): BackupHeader {
  const header = JSON.parse(data.toString()) as BackupHeader;
  if (header.format !== 1) throw new BackupProblem("A newer Tradewind has made this backup: upgrade first");
  return header;
}

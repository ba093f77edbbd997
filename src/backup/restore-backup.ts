import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { openDatabase } from "../db/database.ts";
import { openEmbedded, type Place, preparePlace } from "../db/embedded/index.ts";
import {
  type BackupHeader,
  BackupProblem,
  FILES,
  firstDamage,
  HEADER,
  MANIFEST,
  OWN,
  type Restored,
} from "./backup-format.ts";

export interface RestoredShop {
  createdAt: string;
  orders: number;
  products: number;
}

/**
 * Restores a backup into a data folder without a database. Everything is checked in a folder beside it first: checksums of
 * all files, the recovery by PostgreSQL, and a look at the shop. One rename then makes the database visible.
 */
export async function restoreBackup(file: string, dataDir: string | undefined): Promise<RestoredShop> {
  const place = preparePlace(dataDir);
  if (existsSync(place.data)) {
    throw new BackupProblem(
      `There is a database in ${place.folder} already. Move it away, or restore to another folder with TRADEWIND_DATA_DIR.`,
    );
  }
  // A start of the server removes what a killed restore has left under this name.
  const staging = path.join(place.folder, `postgres.unfinished-${randomUUID()}`);
  mkdirSync(staging, { mode: 0o711 });
  try {
    const { createdAt } = await new Extraction(staging, place).read(file);
    const counted = await recovered(staging);
    finish(staging, place);
    return { createdAt, ...counted };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Reads an archive into the staging folder, and checks every file of PostgreSQL. */
class Extraction {
  private header: BackupHeader | undefined;
  private manifest: Buffer | undefined;
  private readonly restored = new Map<string, Restored>();
  private readonly data: string;

  constructor(
    private readonly staging: string,
    private readonly place: Place,
  ) {
    this.data = path.join(staging, "postgres");
    this.makeFolder(this.data);
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
    const unpacked = createReadStream(file).on("error", fail).pipe(createGunzip());
    try {
      for await (const chunk of unpacked as AsyncIterable<Buffer>) {
        failed.signal.throwIfAborted();
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
    if (name === HEADER) this.header = headerIn(await entry.concat());
    else if (name === MANIFEST) this.manifest = await entry.concat();
    else if (name.startsWith(FILES)) await this.file(entry, path.join(this.staging, name));
    else if (name.startsWith(OWN)) entry.resume();
    else if (entry.type === "Directory") this.makeFolder(path.join(this.data, name), entry);
    else if (entry.type === "File")
      this.restored.set(name, await this.file(entry, path.join(this.data, name)));
    else throw new BackupProblem(`${name} is no file`);
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

/** PostgreSQL recovers the data from its log and refuses a backup that is not complete. */
async function recovered(staging: string): Promise<Pick<RestoredShop, "orders" | "products">> {
  const embedded = await openEmbedded({ dataDir: staging, role: "server" });
  const db = openDatabase({ url: embedded.url, poolSize: 1 });
  try {
    const [row] = await db.run<{ orders: number; products: number }>({
      text: `select (select count(*) from "order")::int as orders,
        (select count(*) from product where deleted_at is null)::int as products`,
      values: [],
    });
    return row!;
  } finally {
    await db.close();
    await embedded.stop();
  }
}

/** The database comes last: with it the restore is complete. Files that exist stay. */
function finish(staging: string, { folder, data }: Place): void {
  const files = path.join(staging, FILES);
  if (existsSync(files)) moveInto(files, folder);
  renameSync(path.join(staging, "postgres"), data);
}

function moveInto(from: string, to: string): void {
  for (const found of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, found.name), path.join(to, found.name)];
    if (!existsSync(target)) renameSync(source, target);
    else if (found.isDirectory()) moveInto(source, target);
  }
}

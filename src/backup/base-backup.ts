import { Readable } from "node:stream";
import pg from "pg";
import { type PgQuery, protocol, socketOf, submitQuery } from "../db/connections/pg-protocol-adapter.ts";
import { BackupProblem } from "./backup-format.ts";

/** A copy of a running database, as PostgreSQL streams it to `pg_basebackup`. */
export interface BaseBackup {
  /** The data folder as a tar archive, with the log that makes it consistent. */
  archive: Readable;
  /** The names and checksums of the files. There once the archive has ended. */
  manifest: Promise<Buffer>;
  /** Ends the connection. */
  close(): Promise<void>;
}

const COMMAND =
  "BASE_BACKUP (LABEL 'tradewind', CHECKPOINT 'fast', WAL, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

export async function startBaseBackup(url: string): Promise<BaseBackup> {
  // Not `true`: the access rules of the embedded database are for its databases.
  const client = new pg.Client({ connectionString: url, replication: "database" } as pg.ClientConfig);
  client.on("error", () => {});
  await client.connect();
  const socket = socketOf(client);
  const manifest: Buffer[] = [];
  const archive = new Readable({ read: () => void socket.resume() });
  const done = new Promise<Buffer>((resolve, reject) => {
    archive.once("end", () => resolve(Buffer.concat(manifest)));
    archive.once("error", reject);
  });
  // A reader that is interested only in the archive gets its error there.
  done.catch(() => {});
  const onData = (chunk: Buffer) => {
    if (!archive.push(chunk)) socket.pause();
  };
  submitQuery(client, new BackupQuery(archive, { onData, onManifest: (chunk) => void manifest.push(chunk) }));
  return { archive, manifest: done, close: () => client.end() };
}

interface Parts {
  onData(chunk: Buffer): void;
  onManifest(chunk: Buffer): void;
}

/** Each message begins with its kind: a new archive, the manifest, data of the one that was begun, or progress. */
class BackupQuery implements PgQuery {
  private archives = 0;
  private isManifest = false;

  constructor(
    private readonly archive: Readable,
    private readonly parts: Parts,
  ) {}

  submit({ stream }: Parameters<PgQuery["submit"]>[0]): void {
    stream.write(protocol.query(COMMAND));
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0]!);
    if (kind === "n" && ++this.archives > 1) {
      this.archive.destroy(new BackupProblem("A database with tablespaces of its own cannot be backed up."));
    }
    if (kind === "m") this.isManifest = true;
    if (kind !== "d") return;
    // The driver uses its buffer again.
    const data = Buffer.from(chunk.subarray(1));
    if (this.isManifest) this.parts.onManifest(data);
    else this.parts.onData(data);
  }

  handleReadyForQuery(): void {
    this.archive.push(null);
  }

  handleError(error: unknown): void {
    this.archive.destroy(error as Error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}

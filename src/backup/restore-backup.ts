import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { openDatabase } from "../db/database.ts";
import { openEmbedded, type Place, preparePlace } from "../db/embedded/index.ts";
import { BackupProblem, FILES } from "./backup-format.ts";
import type { Signature } from "./backup-signature.ts";
import { replaceSettings } from "./copied-settings.ts";
import { Extraction } from "./read-backup.ts";

/** A backup with a wrong signature is never restored. */
type AcceptedSignature = Exclude<Signature, "wrong">;

export interface RestoredShop {
  createdAt: string;
  orders: number;
  products: number;
  /** Undefined when there is no key to check it with. */
  signature: AcceptedSignature | undefined;
  /** The settings of PostgreSQL that were not taken over. */
  settingsLeft: string[];
}

interface Restore {
  file: string;
  dataDir: string | undefined;
  /** With a key, only a backup that was signed with it is restored. */
  key: string | undefined;
  /** Whether the caller takes the risk of one that was not. */
  isUnsignedAccepted: boolean;
}

/**
 * Restores a backup into a data folder without a database. Everything is checked in a folder beside it first: checksums of
 * all files, the signature, the recovery by PostgreSQL, and a look at the shop. One rename then makes the database visible.
 */
export async function restoreBackup({
  file,
  dataDir,
  key,
  isUnsignedAccepted,
}: Restore): Promise<RestoredShop> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new BackupProblem(`There is no file ${file}`);
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
    const extraction = new Extraction(staging, place, key);
    const { createdAt } = await extraction.read(file);
    const signature = acceptedSignature(file, { signature: extraction.signature(), isUnsignedAccepted });
    const settingsLeft = replaceSettings(path.join(staging, "postgres"), place.runner);
    const counted = await recovered(staging);
    finish(staging, place);
    return { createdAt, ...counted, signature, settingsLeft };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

interface Check {
  /** Undefined when there is no key to check it with. */
  signature: Signature | undefined;
  isUnsignedAccepted: boolean;
}

/** Before PostgreSQL starts: a database can have functions that run programs. */
function acceptedSignature(
  file: string,
  { signature, isUnsignedAccepted }: Check,
): AcceptedSignature | undefined {
  if (signature === "wrong") {
    throw new BackupProblem(
      `${file} was changed, or signed with another key: the signature of the backup is wrong. ` +
        "If it was signed with another key, set TRADEWIND_BACKUP_KEY to that key.",
    );
  }
  if (signature === "none" && !isUnsignedAccepted) {
    throw new BackupProblem(
      `${file} is not signed. If you know where it comes from, restore it with --accept-unsigned.`,
    );
  }
  return signature;
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

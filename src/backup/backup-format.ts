import { createHash } from "node:crypto";

/** The first entry of a backup. */
export interface BackupHeader {
  format: 1;
  tradewind: string;
  /** The major version of PostgreSQL that can read it. */
  postgres: number;
  createdAt: string;
}

/** Our entries in the archive; all others belong to PostgreSQL. */
export const OWN = "tradewind/";
export const HEADER = `${OWN}backup.json`;
export const MANIFEST = `${OWN}backup_manifest`;
export const FILES = `${OWN}files/`;

/** The files of a data folder that a restore writes: no programs, and nothing in PostgreSQL's folder. */
const RESTORED = /^((uploads|protected)\/.+|(previous-jwt-secrets|last-backup|moved)\.json|jwt-secret)$/;

export const isRestoredFile = (entry: string): boolean =>
  entry.startsWith(FILES) && RESTORED.test(entry.slice(FILES.length));

/** A backup that cannot be made or restored: printed without a stack trace. */
export class BackupProblem extends Error {}

/** The part of PostgreSQL's manifest that is checked. */
interface Manifest {
  Files: { Path?: string; "Encoded-Path"?: string; Size: number; Checksum: string }[];
  "Manifest-Checksum": string;
}

/** Size and SHA-256 of a file as it was restored. */
export interface Restored {
  size: number;
  sha256: string;
}

/** The name of the first file that is missing or different; null when all are right. */
export function firstDamage(manifest: Buffer, restored: ReadonlyMap<string, Restored>): string | null {
  const { Files: files, "Manifest-Checksum": checksum } = JSON.parse(manifest.toString()) as Manifest;
  const signed = manifest.subarray(0, manifest.lastIndexOf('"Manifest-Checksum"'));
  if (createHash("sha256").update(signed).digest("hex") !== checksum) return MANIFEST;
  const listed = new Map(files.map((file) => [pathOf(file), file]));
  for (const [path, { Size: size, Checksum: sha256 }] of listed) {
    const found = restored.get(path);
    if (found?.size !== size || found.sha256 !== sha256) return path;
  }
  // The log is not in the manifest: its records have checksums of their own, which recovery checks.
  return [...restored.keys()].find((path) => !listed.has(path) && !path.startsWith("pg_wal/")) ?? null;
}

const pathOf = ({ Path: path, "Encoded-Path": encoded }: Manifest["Files"][number]): string =>
  path ?? Buffer.from(encoded!, "hex").toString();

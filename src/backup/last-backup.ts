import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The last backup of a shop, for the `doctor` command. */
export interface LastBackup {
  createdAt: string;
  file: string;
}

const recordIn = (folder: string) => path.join(folder, "last-backup.json");

export function recordBackup(folder: string, backup: LastBackup): void {
  const record = recordIn(folder);
  writeFileSync(`${record}.draft`, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
  renameSync(`${record}.draft`, record);
}

/** Null before the first backup. */
export function findLastBackup(folder: string): LastBackup | null {
  const record = recordIn(folder);
  return existsSync(record) ? (JSON.parse(readFileSync(record, "utf8")) as LastBackup) : null;
}

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface MigrationFile {
  id: string;
  text: string;
  checksum: string;
}

/** A row of tradewind.migration. */
export interface AppliedMigration {
  id: string;
  checksum: string;
  applied_at: Date;
}

/** The database and the files of this version do not belong together. The message is for people. */
export class MigrationProblem extends Error {}

export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
      return { id: name.slice(0, -".sql".length), text, checksum: sha256(text) };
    }),
  );
}

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

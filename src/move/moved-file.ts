import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where a shop was moved to, and when. */
export interface MovedTo {
  place: string;
  movedAt: string;
}

/** In the data folder of a shop that was moved. */
export const movedFile = (folder: string) => path.join(folder, "moved.json");

export function recordMove(folder: string, moved: MovedTo): void {
  const file = movedFile(folder);
  writeFileSync(`${file}.draft`, `${JSON.stringify(moved)}\n`);
  renameSync(`${file}.draft`, file);
}

/** Null for a shop that was not moved. */
export function findMove(folder: string): MovedTo | null {
  const file = movedFile(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MovedTo) : null;
}

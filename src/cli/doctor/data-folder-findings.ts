import { accessSync, constants, statSync } from "node:fs";
import type { Config } from "../../config.ts";
import { checkPlace, dataFolder, nearestExisting } from "../../db/embedded/index.ts";
import { type Finding, fail, ok } from "./finding.ts";

/** A shop with a database, a secret and a bucket of its own stores nothing in the folder. */
export function dataFolderFindings({ databaseUrl, jwtSecret, files, dataDir }: Config): Finding[] {
  if (databaseUrl && jwtSecret && files !== "local") return [];
  const folder = dataFolder(dataDir);
  const problem = problemOf(folder) ?? (databaseUrl ? null : placeProblem(folder));
  if (!problem) return [ok("folder", `The data folder is ${folder}`)];
  return [fail("folder", `The data folder ${folder} cannot be used: ${problem}`, REMEDY)];
}

const REMEDY = "Mend this, or choose another folder with TRADEWIND_DATA_DIR.";

/** File systems of the kernel: they show folders, but take no files. */
const OF_THE_KERNEL = /^\/(proc|sys|dev)(\/|$)/;

function problemOf(folder: string): string | null {
  if (OF_THE_KERNEL.test(folder)) return "the system makes no folders there";
  const existing = nearestExisting(folder);
  if (!statSync(existing).isDirectory()) return `${existing} is a file, not a folder`;
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return `this user may not write to ${existing}`;
  }
}

/** What a start of the embedded database would say of the folder. */
function placeProblem(folder: string): string | null {
  try {
    checkPlace(folder);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

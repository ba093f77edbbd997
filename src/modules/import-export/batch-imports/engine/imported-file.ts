import { createHash } from "node:crypto";
import { Refusal } from "../../../../kernel/refusal.ts";
import { extensionOf } from "../../../../providers/files/file-types.ts";
import { onStorage } from "../../../../providers/files/storage-problem.ts";
import { isFileInUse, type JobDeps, type RunningJob } from "../../batch-jobs/index.ts";
import { openedFile } from "../csv/read-csv.ts";
import { rowsOf } from "./shown-result.ts";

export const fileKeyOf = ({ context }: RunningJob): string => String(context.fileKey);

/** Tells whether the file is still the one that was prepared. */
export async function digestOf({ providers }: JobDeps, job: RunningJob): Promise<string> {
  const stream = await openedFile(providers, fileKeyOf(job));
  const hash = createHash("sha256");
  await onStorage(async () => {
    for await (const piece of stream) hash.update(piece);
  });
  return hash.digest("hex");
}

/** What was prepared, and confirmed by people, must not be another file's content; nor may a run go on within another. */
export async function checkSameFile(deps: JobDeps, job: RunningJob): Promise<void> {
  const { sha256 } = rowsOf(job.result);
  if (sha256 === "" || sha256 === (await digestOf(deps, job))) return;
  throw new Refusal("conflict", "The file was changed after the import was prepared", "file_changed");
}

/** What tables are called. Anything else was named by mistake, such as the picture of a product. */
const tables = ["csv", "tsv", "txt", ""];

/** The file may hold personal data. Another job that is not over yet, or that made the file, needs it still. */
export async function removeInput({ db, providers }: JobDeps, job: RunningJob): Promise<void> {
  const key = fileKeyOf(job);
  if (!tables.includes(extensionOf(key))) return;
  if (await isFileInUse(db, { key, jobId: job.id })) return;
  try {
    await onStorage(() => providers.activeFiles.delete(key));
  } catch (error) {
    // A key that no file can have.
    if (error instanceof Refusal && error.type === "invalid_data") return;
    throw error;
  }
}

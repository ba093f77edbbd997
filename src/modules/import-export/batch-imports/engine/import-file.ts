import { createHash } from "node:crypto";
import { Type } from "typebox";
import { reading } from "../../../../http/validation.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { extensionOf } from "../../../../providers/files/file-types.ts";
import { onStorage } from "../../../../providers/files/storage-errors.ts";
import { isFileInUse, type JobDeps, type RunningJob } from "../../batch-jobs/index.ts";
import { openFile } from "../csv/read-csv.ts";
import { rowsOf } from "./import-result.ts";

export const fileKeyOf = ({ context }: RunningJob): string => String(context.fileKey);

/** Detects a change of the file after the preparation. */
export async function digestOf({ providers }: JobDeps, job: RunningJob): Promise<string> {
  const stream = await openFile(providers, fileKeyOf(job));
  const hash = createHash("sha256");
  await onStorage(async () => {
    for await (const piece of stream) hash.update(piece);
  });
  return hash.digest("hex");
}

/** The confirmed import must process the prepared content, and a run must not continue within another content. */
export async function checkSameFile(deps: JobDeps, job: RunningJob): Promise<void> {
  const { sha256 } = rowsOf(job.result);
  if (sha256 === "" || sha256 === (await digestOf(deps, job))) return;
  throw new Refusal("conflict", "The file was changed after the import was prepared", "file_changed");
}

/** Only files with these extensions are deleted: another file, such as a product image, was named by mistake. */
const tableExtensions = ["csv", "tsv", "txt", ""];

/** The file may contain personal data. It stays if another job still needs it or has written it. */
export async function removeInput({ db, providers }: JobDeps, job: RunningJob): Promise<void> {
  const key = fileKeyOf(job);
  if (!tableExtensions.includes(extensionOf(key))) return;
  if (await isFileInUse(db, { key, jobId: job.id })) return;
  try {
    await onStorage(() => providers.activeFiles.delete(key));
  } catch (error) {
    // The key is invalid, so there is no file.
    if (error instanceof Refusal && error.type === "invalid_data") return;
    throw error;
  }
}

const read = reading(Type.Object({ fileKey: Type.String({ minLength: 1, maxLength: 1_000 }) }), {
  name: "context",
});

/** Checks that the context has a file key; all other keys stay unchanged. */
export function checkedFileContext(context: Record<string, unknown>): Record<string, unknown> {
  read(context);
  return context;
}

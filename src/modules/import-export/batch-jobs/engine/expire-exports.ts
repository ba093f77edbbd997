import { mayV1Run } from "../../../../db/adoption.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { JobRun } from "../../../../jobs/runner.ts";
import { onStorage } from "../../../../providers/files/storage-errors.ts";
import { forgetExportFile, listOldExports } from "../batch-job-store.ts";
import type { JobDeps } from "../job-type.ts";

/**
 * Deletes the files of old exports. The file first: if the process ends in between, the next run finds it again. Until the
 * adoption of a database is finished, v1 may still offer the files.
 */
export async function expireExports(deps: JobDeps, run: JobRun): Promise<void> {
  const { db, providers, config } = deps;
  if (await mayV1Run(db)) return;
  const old = await listOldExports(db, config.exportDays);
  for (const { id, fileKey } of old) {
    if (run.isStopping()) return;
    await onStorage(() => providers.activeFiles.delete(fileKey));
    await inTransaction(db, (tx) => forgetExportFile(tx, id));
  }
  if (old.length > 0) await expireExports(deps, run);
}

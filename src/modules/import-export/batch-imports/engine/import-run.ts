import { isForeignKeyViolation, isUniqueViolation } from "../../../../db/constraint.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { JobRun, RunningJob } from "../../batch-jobs/index.ts";
import { advancedResult, progressFrom } from "./import-result.ts";
import { type Importer, type ImportProgress, refusedGroup, withOutcomes } from "./importer.ts";
import type { RowGroup } from "./row-groups.ts";
import { withCustomPlans } from "./statistics-store.ts";

interface RunOptions {
  run: JobRun;
  job: RunningJob;
  names: readonly string[];
}

const ATTEMPTS = 3;

/** Writes an import in chunks, each together with its progress. */
export class ImportRun<Plan> {
  progress: ImportProgress;

  constructor(
    private readonly importer: Importer<Plan>,
    private readonly options: RunOptions,
  ) {
    this.progress = progressFrom(options.job.result, options.names);
  }

  /**
   * A concurrent transaction may take the same code, which fails the chunk; the next attempt sees that code. If all
   * attempts are refused, the groups are imported one by one, so that only the refused ones are lost.
   */
  async importGroups(groups: readonly RowGroup[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.importChunk(groups);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (attempt < ATTEMPTS) continue;
        if (groups.length === 1) return await this.refuse(groups[0]!, error);
        for (const group of groups) await this.importGroups([group]);
        return;
      }
    }
  }

  private async importChunk(groups: readonly RowGroup[]): Promise<void> {
    let next = this.progress;
    await this.options.run.inChunk(async (tx) => {
      const outcomes = await withCustomPlans(tx, () => this.importer.plan(tx, groups));
      await this.importer.save(
        tx,
        outcomes.flatMap(({ plan }) => plan ?? []),
      );
      next = withOutcomes(this.progress, outcomes);
      return { result: advancedResult(this.options.job.result, next) };
    });
    this.progress = next;
  }

  private async refuse(group: RowGroup, error: unknown): Promise<void> {
    const reason =
      error instanceof Refusal
        ? error
        : new Refusal("conflict", "Another request changed the same data at the same time");
    const next = withOutcomes(this.progress, [refusedGroup(group, reason)]);
    const { run, job } = this.options;
    await run.inChunk(async () => ({ result: advancedResult(job.result, next) }));
    this.progress = next;
  }
}

const isRefusal = (error: unknown) =>
  error instanceof Refusal || isUniqueViolation(error) || isForeignKeyViolation(error);

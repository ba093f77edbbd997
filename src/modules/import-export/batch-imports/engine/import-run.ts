import { isForeignKeyViolation, isUniqueViolation } from "../../../../db/constraint.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { JobRun, RunningJob } from "../../batch-jobs/index.ts";
import type { Importer } from "./importer.ts";
import { plannedAnew } from "./plans-store.ts";
import { refusedGroup } from "./refused.ts";
import type { RowGroup } from "./row-groups.ts";
import { advancedResult, tallyFrom } from "./shown-result.ts";
import { type Tally, withOutcomes } from "./tally.ts";

interface RunOptions {
  run: JobRun;
  job: RunningJob;
  names: readonly string[];
}

const ATTEMPTS = 3;

/** The writing part of an import: chunk by chunk, each with the note of how far it got. */
export class ImportRun<Plan> {
  tally: Tally;

  constructor(
    private readonly importer: Importer<Plan>,
    private readonly options: RunOptions,
  ) {
    this.tally = tallyFrom(options.job.result, options.names);
  }

  /**
   * A code that somebody else takes at the same moment fails the chunk; the next attempt sees it. Whatever refuses the
   * chunk in the end is found out group by group, so that the others are not lost.
   */
  async importGroups(groups: readonly RowGroup[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.inOneChunk(groups);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (attempt < ATTEMPTS) continue;
        if (groups.length === 1) return await this.refuse(groups[0]!, error);
        for (const group of groups) await this.importGroups([group]);
        return;
      }
    }
  }

  private async inOneChunk(groups: readonly RowGroup[]): Promise<void> {
    let next = this.tally;
    await this.options.run.inChunk(async (tx) => {
      const outcomes = await plannedAnew(tx, () => this.importer.plan(tx, groups));
      await this.importer.save(
        tx,
        outcomes.flatMap(({ plan }) => plan ?? []),
      );
      next = withOutcomes(this.tally, outcomes);
      return { result: advancedResult(this.options.job.result, next) };
    });
    this.tally = next;
  }

  private async refuse(group: RowGroup, error: unknown): Promise<void> {
    const reason =
      error instanceof Refusal ? error : new Refusal("conflict", "Somebody else changed the same at once");
    const next = withOutcomes(this.tally, [refusedGroup(group, reason)]);
    const { run, job } = this.options;
    await run.inChunk(async () => ({ result: advancedResult(job.result, next) }));
    this.tally = next;
  }
}

const isRefusal = (error: unknown) =>
  error instanceof Refusal || isUniqueViolation(error) || isForeignKeyViolation(error);

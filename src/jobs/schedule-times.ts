import { sql } from "kysely";
import type { Connection } from "../db/database.ts";
import { compiledSql } from "../db/statements.ts";
import type { Schedule } from "./runner.ts";
import { firstMatch, lastRuns } from "./schedules.ts";

export interface ScheduleTimes {
  task: string;
  /** Five fields, as in a crontab, in UTC. */
  pattern: string;
  is_made_up_for: boolean;
  /** When it was enqueued last; null if it never was. */
  last_run_at: Date | null;
  /** Null for a pattern that fits no time within 400 days. */
  next_run_at: Date | null;
}

const readClock = compiledSql<object, { now: Date }>(
  "job-clock",
  () => sql<{ now: Date }>`select now() as now`,
);

/** When scheduled tasks have run and will run, by the clock of the database. */
export async function timesOf(on: Connection, schedules: readonly Schedule[]): Promise<ScheduleTimes[]> {
  const { parseCronItems } = await import("./queue-library.ts");
  const runs = await lastRuns(on, { tasks: schedules.map(({ task }) => task) });
  const last = new Map(runs.map(({ task, at }) => [task, at]));
  const [clock] = await readClock(on, {});
  const items = parseCronItems(schedules.map(({ task, pattern }) => ({ task, match: pattern })));
  return schedules.map(({ task, pattern, isMadeUpFor = false }, index) => ({
    task,
    pattern,
    is_made_up_for: isMadeUpFor,
    last_run_at: last.get(task) ?? null,
    next_run_at: firstMatch(items[index]!, clock!.now),
  }));
}

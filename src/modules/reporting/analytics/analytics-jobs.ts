import type { Db } from "../../../db/database.ts";
import type { Work } from "../../../jobs/runner.ts";
import { emptyQueue } from "./use-cases/roll-up.ts";

/** Every minute, so that requests find little to add. */
export const analyticsWork = (deps: { db: Db }): Work => ({
  tasks: { "analytics-roll-up": (_payload, run) => emptyQueue(deps, run) },
  schedules: [{ task: "analytics-roll-up", pattern: "* * * * *" }],
});

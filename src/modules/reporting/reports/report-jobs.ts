import type { Db } from "../../../db/database.ts";
import type { Work } from "../../../jobs/runner.ts";
import { countStock } from "./use-cases/read-stock-report.ts";

/** Every hour, at a time when few other jobs begin. The last count of a day stays. */
export const reportWork = (deps: { db: Db }): Work => ({
  tasks: { "count-stock-value": () => countStock(deps) },
  schedules: [{ task: "count-stock-value", pattern: "23 * * * *" }],
});

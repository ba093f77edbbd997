import type { Db } from "../../../db/database.ts";
import type { Work } from "../../../jobs/runner.ts";
import { deleteOldDeliveries } from "./delivery-changes.ts";

export const webhookWork = (deps: { db: Db; days: number }): Work => ({
  tasks: { "webhooks-forget": (_, run) => deleteOldDeliveries(deps, run.isStopping) },
  schedules: [{ task: "webhooks-forget", pattern: "17 3 * * *" }],
});

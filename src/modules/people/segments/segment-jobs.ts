import type { Db } from "../../../db/database.ts";
import type { Work } from "../../../jobs/runner.ts";
import { refreshSegments } from "./use-cases/refresh-segments.ts";

/** A shop without segments has nothing to do here. */
export const segmentWork = (deps: { db: Db }): Work => ({
  tasks: { "segments-refresh": (_payload, run) => refreshSegments(deps, run) },
  schedules: [{ task: "segments-refresh", pattern: "* * * * *" }],
});

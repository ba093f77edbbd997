import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { batchJobRoutes } from "./batch-job-routes.ts";
import { batchJobsEntities } from "./batch-jobs-graph.ts";
import { batchJobWork } from "./engine/job-tasks.ts";
import { batchJobEvents } from "./events.ts";
import type { JobType } from "./job-type.ts";

/** The types of imports are above it. */
export const batchJobs = (types: readonly JobType[]) =>
  defineModule({
    name: "import-export/batch-jobs",
    entities: batchJobsEntities,
    routes: [batchJobRoutes(types)],
    apiNotes,
    areas: { "import-export": "write" },
    adminPaths: { "batch-jobs": "import-export" },
    events: batchJobEvents,
    eventAreas: { batch: "import-export" },
    work: (context) => batchJobWork(context, types),
  });

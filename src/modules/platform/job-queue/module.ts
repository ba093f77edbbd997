import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { jobQueueRoutes } from "./job-queue-routes.ts";

export const jobQueue = defineModule({
  name: "platform/job-queue",
  routes: [jobQueueRoutes],
  apiNotes,
  areas: { jobs: "write" },
  adminPaths: { jobs: "jobs" },
});

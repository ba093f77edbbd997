import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Jobs",
    description: "The queue of background work.",
    operations: {
      "GET /admin/jobs": {
        id: "listAdminJobs",
        description: "Lists the jobs that wait, run, are scheduled or have failed for good.",
      },
      "POST /admin/jobs/{id}/retry": {
        id: "retryAdminJob",
        description: "Runs a job again as soon as possible, also one that has failed for good.",
      },
    },
  },
];

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
      "GET /admin/jobs/schedules": {
        id: "listAdminJobSchedules",
        description:
          "Lists the jobs that run by themselves, with the times of their last and their next run.",
      },
      "DELETE /admin/jobs/{id}": {
        id: "deleteAdminJob",
        description:
          "Deletes a job of a plugin that is not running. Jobs of the shop itself cannot be deleted: the shop relies on them.",
      },
      "POST /admin/jobs/{id}/retry": {
        id: "retryAdminJob",
        description: "Runs a job again as soon as possible, also one that has failed for good.",
      },
    },
  },
];

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Batch jobs",
    description: "Imports and exports that run in the background.",
    operations: {
      "GET /admin/batch-jobs": {
        id: "listAdminBatchJobs",
        description:
          "Lists the batch jobs that the logged-in user created, filtered by type, status and dates.",
      },
      "POST /admin/batch-jobs": {
        id: "createAdminBatchJob",
        description:
          "Creates an import or an export. With `dry_run` it waits for a confirmation after it has checked what it would do.",
      },
      "GET /admin/batch-jobs/{id}": {
        id: "getAdminBatchJob",
        description: "Returns one batch job with its status, progress and result.",
      },
      "POST /admin/batch-jobs/{id}/cancel": {
        id: "cancelAdminBatchJob",
        description: "Cancels a batch job that is not done.",
      },
      "POST /admin/batch-jobs/{id}/confirm": {
        id: "confirmAdminBatchJob",
        description: "Starts a batch job that waits for confirmation.",
      },
    },
  },
];

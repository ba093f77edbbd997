import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Operations",
    description: "For those who run the server.",
    operations: {
      "GET /admin/health": {
        id: "getAdminHealth",
        description:
          "Returns the state of the database, its replicas, the queue, webhooks, providers and caches, as the process that answers sees them.",
      },
      "GET /health": {
        id: "checkHealth",
        description: "Answers as long as the process lives. It does not ask the database.",
      },
      "GET /ready": {
        id: "checkReadiness",
        description:
          "Says whether the process can serve requests now: the database answers and all migrations were applied. 503 if not.",
      },
    },
  },
];

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Analytics Configs",
    description: "Whether a user agrees to usage statistics in the dashboard.",
    operations: {
      "GET /admin/analytics-configs": {
        id: "getAdminAnalyticsConfig",
        description: "Returns the choice of the logged-in user.",
      },
      "POST /admin/analytics-configs": {
        id: "createAdminAnalyticsConfig",
        description: "Stores the choice of the logged-in user for the first time.",
      },
      "POST /admin/analytics-configs/update": {
        id: "updateAdminAnalyticsConfig",
        description: "Changes the choice of the logged-in user.",
      },
      "DELETE /admin/analytics-configs": {
        id: "deleteAdminAnalyticsConfig",
        description: "Deletes the choice of the logged-in user.",
      },
    },
  },
];

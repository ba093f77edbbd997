import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Saved views",
    description:
      "What users have set lists of the dashboard to show, under a name. A view is its user's own, or shared with the team. Every user has views; no permission is needed for one's own.",
    operations: {
      "GET /admin/saved-views": {
        id: "listAdminSavedViews",
        description:
          "Lists the views of the caller and those that are shared. `list` limits them to one list.",
      },
      "POST /admin/saved-views": {
        id: "createAdminSavedView",
        description: "Creates a view of the caller. The names of a user's views of one list differ.",
      },
      "POST /admin/saved-views/{id}": {
        id: "updateAdminSavedView",
        description:
          "Changes a view. A shared one is changed by the user who created it, or by users with `settings:write`.",
      },
      "DELETE /admin/saved-views/{id}": {
        id: "deleteAdminSavedView",
        description:
          "Deletes a view. A shared one is deleted by the user who created it, or by users with `settings:write`.",
      },
    },
  },
];

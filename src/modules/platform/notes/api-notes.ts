import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Notes",
    description: "Notes of merchants about orders, customers and anything else.",
    operations: {
      "GET /admin/notes": {
        id: "listAdminNotes",
        description: "Lists notes. `resource_id` limits them to one order, customer or other resource.",
      },
      "POST /admin/notes": {
        id: "createAdminNote",
        description:
          "Writes a note about a resource. The event `note.mentioned` is for each user in `mentions`.",
      },
      "GET /admin/notes/{id}": {
        id: "getAdminNote",
        description: "Returns one note with its author.",
      },
      "POST /admin/notes/{id}": {
        id: "updateAdminNote",
        description:
          "Changes the text of a note. `mentions` replaces the users who are mentioned in it; those who are new are notified.",
      },
      "DELETE /admin/notes/{id}": {
        id: "deleteAdminNote",
        description: "Deletes a note.",
      },
    },
  },
];

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Apps",
    description: "Applications of other services that the shop is connected with by OAuth.",
    operations: {
      "GET /admin/apps": {
        id: "listAdminApps",
        description: "Lists the applications that plugins bring along.",
      },
      "POST /admin/apps/authorizations": {
        id: "authorizeAdminApp",
        description: "Exchanges the code of an OAuth login for a token, and stores it for the application.",
      },
    },
  },
];

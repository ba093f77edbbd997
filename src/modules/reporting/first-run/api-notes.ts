import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "First run",
    description: "What a new shop needs before it sells.",
    operations: {
      "GET /admin/first-run": {
        id: "getAdminFirstRun",
        description:
          "Returns the steps of a new shop, and which of them are done. They follow from what the shop has.",
      },
      "POST /admin/first-run": {
        id: "updateAdminFirstRun",
        description: "Hides the steps from the home page of all users, or shows them again.",
      },
    },
  },
];

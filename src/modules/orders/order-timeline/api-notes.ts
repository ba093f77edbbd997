import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "GET /admin/orders/{id}/timeline": {
        id: "listAdminOrderTimeline",
        before: "GET /store/orders",
      },
    },
  },
];

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Orders",
    operations: {
      "POST /admin/order-assignees": {
        id: "assignAdminOrders",
        before: "GET /store/orders",
        description:
          "Assigns up to 1,000 orders to a user, or to none. `expand=assignee` shows the user, `assigned_to` filters the list.",
      },
    },
  },
];

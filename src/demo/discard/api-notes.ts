import type { TagNotes } from "../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "First run",
    operations: {
      "GET /admin/demo-shop": {
        id: "getAdminDemoShop",
        description: "Returns whether this is the demo shop, and what would go if it were thrown away.",
      },
      "POST /admin/demo-shop/discard": {
        id: "discardAdminDemoShop",
        description:
          "Empties the demo shop: products, stock, regions, customers, discounts, carts and orders go, with what was added to them since. Users, roles, keys, webhooks, files and the details of the company stay. `name` is the name of the shop, as a check. With payments of a payment service it is refused without `force`. It cannot be undone, and is refused in a shop that was never the demo.",
      },
    },
  },
];

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Store",
    operations: {
      "GET /admin/shop-details": {
        id: "getAdminShopDetails",
        description:
          "Returns name, address, tax number and logo for invoices and packing slips. Not part of Medusa v1.",
      },
      "POST /admin/shop-details": {
        id: "updateAdminShopDetails",
        description: "Changes the sent fields; null or an empty text clears one. Not part of Medusa v1.",
      },
    },
  },
];

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Currencies",
    description: "Every currency of ISO 4217 that a price can have.",
    operations: {
      "GET /admin/currencies": {
        id: "listAdminCurrencies",
        description: "Lists all currencies with their symbol and name. `code` finds one of them.",
      },
      "POST /admin/currencies/{code}": {
        id: "updateAdminCurrency",
        description: "Sets whether prices in this currency include tax.",
      },
    },
  },
];

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Store",
    description: "The settings of the shop: name, currencies, links, providers.",
    operations: {
      "GET /admin/store": {
        id: "getAdminStore",
        description:
          "Returns the settings of the shop with its currencies, its providers and the features that are on.",
      },
      "POST /admin/store": {
        id: "updateAdminStore",
        description:
          "Changes the name, the currencies, the default sales channel or the link templates of the shop.",
      },
      "POST /admin/store/currencies/{code}": {
        id: "addAdminStoreCurrency",
        description:
          "Adds a currency to those the shop can price in. A currency it has already stays as it is.",
      },
      "DELETE /admin/store/currencies/{code}": {
        id: "removeAdminStoreCurrency",
        description: "Takes a currency from the shop. The default currency cannot be removed.",
      },
      "GET /admin/store/payment-providers": {
        id: "listAdminStorePaymentProviders",
        description: "Lists every payment provider that is installed, in use or not.",
      },
      "GET /admin/store/tax-providers": {
        id: "listAdminStoreTaxProviders",
        description: "Lists every tax provider that is installed, in use or not.",
      },
    },
  },
];

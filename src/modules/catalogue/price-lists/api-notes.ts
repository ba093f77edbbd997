import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Price Lists",
    description:
      "Prices that replace those of variants: sales with a time span, or prices of customer groups.",
    operations: {
      "GET /admin/price-lists": {
        id: "listAdminPriceLists",
        description: "Lists price lists, filtered by status, type or customer group.",
      },
      "POST /admin/price-lists": {
        id: "createAdminPriceList",
        description: "Creates a price list with its prices.",
      },
      "GET /admin/price-lists/{id}": {
        id: "getAdminPriceList",
        description: "Returns one price list with its prices and customer groups.",
      },
      "POST /admin/price-lists/{id}": {
        id: "updateAdminPriceList",
        description: "Changes a price list. Named prices are added or changed; others stay.",
      },
      "DELETE /admin/price-lists/{id}": {
        id: "deleteAdminPriceList",
        description: "Deletes a price list with its prices.",
      },
      "POST /admin/price-lists/{id}/prices/batch": {
        id: "addAdminPriceListPrices",
        description: "Adds or changes prices. With `override`, they replace all prices of the list.",
      },
      "DELETE /admin/price-lists/{id}/prices/batch": {
        id: "deleteAdminPriceListPrices",
        description: "Deletes the named prices of a price list.",
      },
      "GET /admin/price-lists/{id}/products": {
        id: "listAdminPriceListProducts",
        description: "Lists the products that have a price in the list, with these prices.",
      },
      "DELETE /admin/price-lists/{id}/products/prices/batch": {
        id: "deleteAdminPriceListPricesOfProducts",
        description: "Deletes all prices that variants of the named products have in the list.",
      },
      "DELETE /admin/price-lists/{id}/products/{product_id}/prices": {
        id: "deleteAdminPriceListProductPrices",
        description: "Deletes all prices that variants of one product have in the list.",
      },
      "DELETE /admin/price-lists/{id}/variants/{variant_id}/prices": {
        id: "deleteAdminPriceListVariantPrices",
        description: "Deletes all prices that one variant has in the list.",
      },
    },
  },
];

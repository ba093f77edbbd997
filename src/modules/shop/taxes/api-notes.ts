import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Tax Rates",
    description: "Rates of a region, for everything or for certain products, types and shipping options.",
    operations: {
      "GET /admin/tax-rates": {
        id: "listAdminTaxRates",
        description: "Lists tax rates, filtered by region, name, code or rate.",
      },
      "POST /admin/tax-rates": {
        id: "createAdminTaxRate",
        description:
          "Creates a tax rate in a region. Products, types and shipping options can be named at once.",
      },
      "GET /admin/tax-rates/{id}": {
        id: "getAdminTaxRate",
        description: "Returns one tax rate.",
      },
      "POST /admin/tax-rates/{id}": {
        id: "updateAdminTaxRate",
        description: "Changes a tax rate. Lists of products, types or shipping options replace those it has.",
      },
      "DELETE /admin/tax-rates/{id}": {
        id: "deleteAdminTaxRate",
        description: "Deletes a tax rate. Orders keep the tax that was charged.",
      },
      "POST /admin/tax-rates/{id}/products/batch": {
        id: "addAdminTaxRateProducts",
        description: "Applies a tax rate to more products.",
      },
      "DELETE /admin/tax-rates/{id}/products/batch": {
        id: "removeAdminTaxRateProducts",
        description: "Stops applying a tax rate to the named products.",
      },
      "POST /admin/tax-rates/{id}/product-types/batch": {
        id: "addAdminTaxRateProductTypes",
        description: "Applies a tax rate to all products of more types.",
      },
      "DELETE /admin/tax-rates/{id}/product-types/batch": {
        id: "removeAdminTaxRateProductTypes",
        description: "Stops applying a tax rate to the named product types.",
      },
      "POST /admin/tax-rates/{id}/shipping-options/batch": {
        id: "addAdminTaxRateShippingOptions",
        description: "Applies a tax rate to more shipping options.",
      },
      "DELETE /admin/tax-rates/{id}/shipping-options/batch": {
        id: "removeAdminTaxRateShippingOptions",
        description: "Stops applying a tax rate to the named shipping options.",
      },
    },
  },
];

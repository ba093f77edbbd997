import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Regions",
    description:
      "A region is a market: countries that share a currency, tax settings, payment and fulfillment providers.",
    operations: {
      "GET /admin/regions": {
        id: "listAdminRegions",
        description: "Lists the regions with their countries, providers and currency.",
      },
      "POST /admin/regions": {
        id: "createAdminRegion",
        description:
          "Creates a region. A country can be in one region only, and the currency must be one of the shop.",
      },
      "GET /admin/regions/{id}": {
        id: "getAdminRegion",
        description: "Returns one region with its countries, providers and currency.",
      },
      "POST /admin/regions/{id}": {
        id: "updateAdminRegion",
        description: "Changes a region. Lists of countries or providers replace those it has.",
      },
      "DELETE /admin/regions/{id}": {
        id: "deleteAdminRegion",
        description: "Deletes a region. Its countries become free for other regions.",
      },
      "POST /admin/regions/{id}/countries": {
        id: "addAdminRegionCountry",
        description: "Adds a country to a region. A country of another region is refused.",
      },
      "DELETE /admin/regions/{id}/countries/{country_code}": {
        id: "removeAdminRegionCountry",
        description: "Takes a country out of a region.",
      },
      "POST /admin/regions/{id}/payment-providers": {
        id: "addAdminRegionPaymentProvider",
        description: "Lets carts of a region pay with a provider.",
      },
      "DELETE /admin/regions/{id}/payment-providers/{provider_id}": {
        id: "removeAdminRegionPaymentProvider",
        description: "Stops offering a payment provider in a region.",
      },
      "POST /admin/regions/{id}/fulfillment-providers": {
        id: "addAdminRegionFulfillmentProvider",
        description: "Lets shipping options of a region use a carrier.",
      },
      "DELETE /admin/regions/{id}/fulfillment-providers/{provider_id}": {
        id: "removeAdminRegionFulfillmentProvider",
        description: "Stops offering a fulfillment provider in a region.",
      },
      "GET /admin/regions/{id}/fulfillment-options": {
        id: "listAdminRegionFulfillmentOptions",
        description:
          "Lists, for each fulfillment provider of the region, the services that a shipping option can be made from.",
      },
      "GET /store/regions": {
        id: "listStoreRegions",
        description:
          "Lists the regions of the shop, so that a storefront can offer a choice of country and currency.",
      },
      "GET /store/regions/{id}": {
        id: "getStoreRegion",
        description:
          "Returns one region. As in v1 it accepts the parameters of the list; only `fields` and `expand` have an effect.",
      },
    },
  },
];

import type { ApiTag } from "../http/openapi/api-notes.ts";

export const store: ApiTag = {
  name: "Store",
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
};

export const currencies: ApiTag = {
  name: "Currencies",
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
};

export const regions: ApiTag = {
  name: "Regions",
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
};

export const taxRates: ApiTag = {
  name: "Tax Rates",
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
};

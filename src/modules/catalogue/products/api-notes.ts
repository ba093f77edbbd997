import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Products",
    description: "Products with their options and variants, for merchants and for storefronts.",
    operations: {
      "GET /admin/products": {
        id: "listAdminProducts",
        description:
          "Lists products of any status. `q` searches titles, descriptions and the codes of variants.",
      },
      "POST /admin/products": {
        id: "createAdminProduct",
        description:
          "Creates a product, with options, variants and prices if they are named. It is a draft until it is published.",
      },
      "GET /admin/products/{id}": {
        id: "getAdminProduct",
        description: "Returns one product with its variants, prices, options and images.",
      },
      "POST /admin/products/{id}": {
        id: "updateAdminProduct",
        description: "Changes a product. Lists such as images, tags or variants replace those it has.",
      },
      "DELETE /admin/products/{id}": {
        id: "deleteAdminProduct",
        description: "Deletes a product with its variants. Orders keep their lines.",
      },
      "POST /admin/products/{id}/metadata": {
        id: "setAdminProductMetadata",
        description: "Sets one key of the metadata of a product and leaves the other keys alone.",
      },
      "GET /admin/products/tag-usage": {
        id: "listAdminProductTagUsage",
        description: "Counts the products of each tag, the most used tag first.",
      },
      "GET /admin/products/types": {
        id: "listAdminTypesOfProducts",
        description: "Lists all product types at once. The paged list is `GET /admin/product-types`.",
      },
      "POST /admin/products/{id}/options": {
        id: "addAdminProductOption",
        description: "Adds an option such as size to a product. Each variant then needs a value for it.",
      },
      "POST /admin/products/{id}/options/{option_id}": {
        id: "updateAdminProductOption",
        description: "Renames an option of a product.",
      },
      "DELETE /admin/products/{id}/options/{option_id}": {
        id: "deleteAdminProductOption",
        description: "Deletes an option together with the values that variants have for it.",
      },
      "GET /admin/products/{id}/variants": {
        id: "listAdminProductVariants",
        description: "Lists the variants of one product.",
      },
      "POST /admin/products/{id}/variants": {
        id: "createAdminProductVariant",
        description: "Creates a variant with its prices and a value for each option of the product.",
      },
      "POST /admin/products/{id}/variants/{variant_id}": {
        id: "updateAdminProductVariant",
        description: "Changes a variant. A list of prices replaces those it has.",
      },
      "DELETE /admin/products/{id}/variants/{variant_id}": {
        id: "deleteAdminProductVariant",
        description: "Deletes a variant with its prices. Its SKU and other codes become free.",
      },
      "GET /store/products": {
        id: "listStoreProducts",
        description:
          "Lists published products. With a region, a cart or a currency, variants have their calculated prices.",
      },
      "GET /store/products/{id}": {
        id: "getStoreProduct",
        description:
          "Returns one published product, with calculated prices where a region, a cart or a currency is named.",
      },
      "POST /store/products/search": {
        id: "searchStoreProducts",
        description: "Searches published products by words. The answer is a list of hits, the best first.",
      },
      "GET /store/variants": {
        id: "listStoreVariants",
        description: "Lists variants of published products, with their prices.",
      },
      "GET /store/variants/{id}": {
        id: "getStoreVariant",
        description:
          "Returns one variant, with its calculated price where a region, a cart or a currency is named.",
      },
    },
  },
  {
    tag: "Product Variants",
    description: "Variants across all products: what is in a cart, has a price and a stock.",
    operations: {
      "GET /admin/variants": {
        id: "listAdminVariants",
        description:
          "Lists variants of all products. `q` searches titles and codes of the variant and the title of the product.",
      },
      "GET /admin/variants/{id}": {
        id: "getAdminVariant",
        description: "Returns one variant with its product, options and prices.",
      },
      "GET /admin/variants/{id}/inventory": {
        id: "getAdminVariantInventory",
        description:
          "Returns the stock of a variant at each location, and what each sales channel can sell of it.",
      },
    },
  },
];

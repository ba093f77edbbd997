import type { ApiTag } from "../http/openapi/api-notes.ts";

export const productCategories: ApiTag = {
  name: "Product Categories",
  description: "A tree of categories. A product can be in several of them.",
  operations: {
    "GET /admin/product-categories": {
      id: "listAdminProductCategories",
      description:
        "Lists categories, also inactive and internal ones. `include_descendants_tree` adds all levels below.",
    },
    "POST /admin/product-categories": {
      id: "createAdminProductCategory",
      description: "Creates a category, at the end of its siblings.",
    },
    "GET /admin/product-categories/{id}": {
      id: "getAdminProductCategory",
      description: "Returns one category with its parent and its children.",
    },
    "POST /admin/product-categories/{id}": {
      id: "updateAdminProductCategory",
      description: "Changes a category, or moves it to another parent or rank.",
    },
    "DELETE /admin/product-categories/{id}": {
      id: "deleteAdminProductCategory",
      description: "Deletes a category. One that has children is refused.",
    },
    "POST /admin/product-categories/{id}/products/batch": {
      id: "addAdminProductCategoryProducts",
      description: "Puts products into a category.",
    },
    "DELETE /admin/product-categories/{id}/products/batch": {
      id: "removeAdminProductCategoryProducts",
      description: "Takes products out of a category.",
    },
    "GET /store/product-categories": {
      id: "listStoreProductCategories",
      description: "Lists the active public categories of the shop.",
    },
    "GET /store/product-categories/{id}": {
      id: "getStoreProductCategory",
      description: "Returns one active public category with its parent and its children.",
    },
  },
};

export const collections: ApiTag = {
  name: "Collections",
  description: "Products that are shown together. A product is in one collection at most.",
  operations: {
    "GET /admin/collections": {
      id: "listAdminCollections",
      description: "Lists collections. `q` searches title and handle.",
    },
    "POST /admin/collections": {
      id: "createAdminCollection",
      description: "Creates a collection. The handle is made from the title if none is named.",
    },
    "GET /admin/collections/{id}": {
      id: "getAdminCollection",
      description: "Returns one collection with its products.",
    },
    "POST /admin/collections/{id}": {
      id: "updateAdminCollection",
      description: "Changes the title, the handle or the metadata of a collection.",
    },
    "DELETE /admin/collections/{id}": {
      id: "deleteAdminCollection",
      description: "Deletes a collection. Its products stay and are in no collection.",
    },
    "POST /admin/collections/{id}/products/batch": {
      id: "addAdminCollectionProducts",
      description: "Moves products into a collection, out of the one they are in.",
    },
    "DELETE /admin/collections/{id}/products/batch": {
      id: "removeAdminCollectionProducts",
      description: "Takes products out of a collection.",
    },
    "GET /store/collections": {
      id: "listStoreCollections",
      description: "Lists the collections of the shop.",
    },
    "GET /store/collections/{id}": {
      id: "getStoreCollection",
      description: "Returns one collection without its products: `GET /store/products` lists them.",
    },
  },
};

export const productTags: ApiTag = {
  name: "Product Tags",
  description: "Labels of products that lists can be filtered by.",
  operations: {
    "GET /admin/product-tags": {
      id: "listAdminProductTags",
      description: "Lists the tags that products have. `q` searches them.",
    },
    "GET /store/product-tags": {
      id: "listStoreProductTags",
      description: "Lists the tags that products have, for a filter in a storefront.",
    },
  },
};

export const productTypes: ApiTag = {
  name: "Product Types",
  description: "The type of a product, for filters, discounts and tax rates.",
  operations: {
    "GET /admin/product-types": {
      id: "listAdminProductTypes",
      description: "Lists product types, page by page. `q` searches them.",
    },
    "GET /store/product-types": {
      id: "listStoreProductTypes",
      description: "Lists product types, for a filter in a storefront.",
    },
  },
};

export const priceLists: ApiTag = {
  name: "Price Lists",
  description: "Prices that replace those of variants: sales with a time span, or prices of customer groups.",
  operations: {
    "GET /admin/price-lists": {
      id: "listAdminPriceLists",
      description: "Lists price lists, filtered by status, type or customer group.",
    },
    "POST /admin/price-lists": {
      id: "createAdminPriceList",
      description: "Creates a price list with its prices.",
    },
    "GET /admin/price-lists/preview": {
      id: "previewAdminPrices",
      description:
        "Returns what variants cost a customer in a region at a quantity, with price lists and without. `price_list_id` counts a list as active that is a draft or begins later.",
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
};

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Product Tags",
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
  },
  {
    tag: "Product Types",
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
  },
];

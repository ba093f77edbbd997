import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Product Categories",
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
  },
];

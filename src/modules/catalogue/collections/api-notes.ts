import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Collections",
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
  },
];

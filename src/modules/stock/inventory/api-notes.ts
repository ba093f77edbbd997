import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Product Variants",
    operations: {
      "GET /admin/variants/low-stock": {
        id: "listAdminLowStockVariants",
        before: "GET /admin/variants/{id}",
        description:
          "Lists variants of published products that have at most `at_most` pieces, those with the fewest first. `count` is what `GET /admin/analytics/to-do` counts. Variants whose stock is not counted are left out.",
      },
    },
  },
  {
    tag: "Inventory Items",
    description: "What lies in stock. A variant is sold from one item or from several.",
    operations: {
      "GET /admin/stock-changes": {
        id: "listAdminStockChanges",
        description:
          "Quantities that users and imports have changed: from what to what, by whom and why, newest first. Sales and returns are in the orders. v1 does not have it.",
      },
      "GET /admin/inventory-items": {
        id: "listAdminInventoryItems",
      },
      "POST /admin/inventory-items": {
        id: "createAdminInventoryItem",
        description: "Creates the inventory item of a variant.",
      },
      "GET /admin/inventory-items/{id}": {
        id: "getAdminInventoryItem",
        description: "Returns one inventory item with its levels.",
      },
      "POST /admin/inventory-items/{id}": {
        id: "updateAdminInventoryItem",
        description: "Changes the codes, measures or customs data of an inventory item.",
      },
      "DELETE /admin/inventory-items/{id}": {
        id: "deleteAdminInventoryItem",
      },
      "GET /admin/inventory-items/{id}/location-levels": {
        id: "listAdminInventoryItemLocationLevels",
        description: "Returns an inventory item with its quantities at each location.",
      },
      "POST /admin/inventory-items/{id}/location-levels": {
        id: "createAdminInventoryItemLocationLevel",
        description: "Starts to keep an inventory item at a location, with a first quantity.",
      },
      "POST /admin/inventory-items/{id}/location-levels/{location_id}": {
        id: "updateAdminInventoryItemLocationLevel",
        description: "Sets the quantity in stock or the incoming quantity at a location.",
      },
      "DELETE /admin/inventory-items/{id}/location-levels/{location_id}": {
        id: "deleteAdminInventoryItemLocationLevel",
        description: "Stops keeping an inventory item at a location, with its reservations there.",
      },
    },
  },
  {
    tag: "Reservations",
    description: "Pieces that are reserved for a line of an order and not available to others.",
    operations: {
      "GET /admin/reservations": {
        id: "listAdminReservations",
        description: "Lists reservations, filtered by location, inventory item, line or quantity.",
      },
      "POST /admin/reservations": {
        id: "createAdminReservation",
        description:
          "Reserves a quantity of an inventory item at a location, for a line item or for another reason.",
      },
      "GET /admin/reservations/{id}": {
        id: "getAdminReservation",
        description: "Returns one reservation.",
      },
      "POST /admin/reservations/{id}": {
        id: "updateAdminReservation",
        description: "Changes the quantity, the location or the metadata of a reservation.",
      },
      "DELETE /admin/reservations/{id}": {
        id: "deleteAdminReservation",
        description: "Deletes a reservation. The pieces are available again.",
      },
    },
  },
];

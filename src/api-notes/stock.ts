import type { ApiTag } from "../http/openapi/api-notes.ts";

export const stockLocations: ApiTag = {
  name: "Stock Locations",
  description: "Warehouses and shops that goods are sent from.",
  operations: {
    "GET /admin/stock-locations": {
      id: "listAdminStockLocations",
      description: "Lists the stock locations.",
    },
    "POST /admin/stock-locations": {
      id: "createAdminStockLocation",
      description: "Creates a stock location, with its address if one is named.",
    },
    "GET /admin/stock-locations/{id}": {
      id: "getAdminStockLocation",
      description: "Returns one stock location.",
    },
    "POST /admin/stock-locations/{id}": {
      id: "updateAdminStockLocation",
      description: "Changes the name or the address of a stock location.",
    },
    "DELETE /admin/stock-locations/{id}": {
      id: "deleteAdminStockLocation",
    },
    "POST /admin/stock-locations/{id}/carry-over-stock": {
      id: "carryOverAdminStock",
    },
  },
};

export const inventoryItems: ApiTag = {
  name: "Inventory Items",
  description: "What lies in stock. A variant is sold from one item or from several.",
  operations: {
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
};

export const reservations: ApiTag = {
  name: "Reservations",
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
};

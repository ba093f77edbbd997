import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Stock Locations",
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
  },
];

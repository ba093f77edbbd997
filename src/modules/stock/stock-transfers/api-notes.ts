import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Stock Transfers",
    description: "Goods on their way between locations, or from suppliers. v1 does not have them.",
    operations: {
      "GET /admin/stock-transfers": {
        id: "listAdminStockTransfers",
        description: "Lists transfers and incoming goods, newest first.",
      },
      "POST /admin/stock-transfers": {
        id: "createAdminStockTransfer",
        description:
          "Creates a draft. Without `from_location_id` the goods come from a supplier. A draft does not change any stock.",
      },
      "GET /admin/stock-transfers/{id}": {
        id: "getAdminStockTransfer",
        description: "Returns one transfer with its lines.",
      },
      "POST /admin/stock-transfers/{id}": {
        id: "updateAdminStockTransfer",
        description: "Changes a draft. `lines` replace all lines.",
      },
      "POST /admin/stock-transfers/{id}/send": {
        id: "sendAdminStockTransfer",
        description:
          "The goods leave their location and are incoming at the other one. Pieces that are reserved for orders are not sent.",
      },
      "POST /admin/stock-transfers/{id}/receive": {
        id: "receiveAdminStockTransfer",
        description: "Puts goods that have arrived into stock: those of `lines`, or all that are open.",
      },
      "POST /admin/stock-transfers/{id}/cancel": {
        id: "cancelAdminStockTransfer",
        description:
          "Ends a transfer. What has not arrived is back at the location that it came from, and is not expected any more.",
      },
    },
  },
];

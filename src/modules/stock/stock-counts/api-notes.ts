import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Stock Counts",
    description: "Counts of the goods of a location, by one or several people. v1 does not have them.",
    operations: {
      "GET /admin/stock-counts": {
        id: "listAdminStockCounts",
        description: "Lists counts, newest first.",
      },
      "POST /admin/stock-counts": {
        id: "startAdminStockCount",
        description:
          "Begins a count of some items, or of all that are kept at a location. It changes no stock.",
      },
      "GET /admin/stock-counts/{id}": {
        id: "getAdminStockCount",
        description: "Returns one count with its numbers.",
      },
      "GET /admin/stock-counts/{id}/lines": {
        id: "listAdminStockCountLines",
        description: "Lists the items of a count. `state` limits them to open, counted or different ones.",
      },
      "POST /admin/stock-counts/{id}/lines": {
        id: "enterAdminStockCountLines",
        description:
          "Enters counted pieces. What is stocked at that moment is stored with them, so that later sales are no difference. Items that the count does not have are added.",
      },
      "POST /admin/stock-counts/{id}/apply": {
        id: "applyAdminStockCount",
        description:
          "Corrects the stock by the differences, once. Items that were not counted stay as they are.",
      },
      "POST /admin/stock-counts/{id}/cancel": {
        id: "cancelAdminStockCount",
        description: "Ends a count without changing the stock.",
      },
    },
  },
];

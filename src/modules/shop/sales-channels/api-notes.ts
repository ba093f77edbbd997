import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Sales Channels",
    description: "Where products are sold: a web shop, an app, a marketplace.",
    operations: {
      "GET /admin/sales-channels": {
        id: "listAdminSalesChannels",
        description: "Lists the sales channels of the shop.",
      },
      "POST /admin/sales-channels": {
        id: "createAdminSalesChannel",
        description: "Creates a sales channel. It sells nothing until products are added to it.",
      },
      "GET /admin/sales-channels/{id}": {
        id: "getAdminSalesChannel",
        description: "Returns one sales channel.",
      },
      "POST /admin/sales-channels/{id}": {
        id: "updateAdminSalesChannel",
        description: "Changes the name or the description of a sales channel, or disables it.",
      },
      "DELETE /admin/sales-channels/{id}": {
        id: "deleteAdminSalesChannel",
        description: "Deletes a sales channel. The default channel of the shop cannot be deleted.",
      },
      "POST /admin/sales-channels/{id}/products/batch": {
        id: "addAdminSalesChannelProducts",
        description: "Offers products in a sales channel. Products that are in it already stay there.",
      },
      "DELETE /admin/sales-channels/{id}/products/batch": {
        id: "removeAdminSalesChannelProducts",
        description: "Stops offering products in a sales channel. The products themselves stay.",
      },
      "POST /admin/sales-channels/{id}/stock-locations": {
        id: "addAdminSalesChannelStockLocation",
        description: "Lets a sales channel sell from a stock location.",
      },
      "DELETE /admin/sales-channels/{id}/stock-locations": {
        id: "removeAdminSalesChannelStockLocation",
        description: "Stops a sales channel from selling from a stock location.",
      },
    },
  },
];

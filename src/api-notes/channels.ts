import type { ApiTag } from "../http/openapi/api-notes.ts";

export const salesChannels: ApiTag = {
  name: "Sales Channels",
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
};

export const publishableAPIKeys: ApiTag = {
  name: "Publishable API Keys",
  description: "A storefront sends such a key to see only what its sales channels sell.",
  operations: {
    "GET /admin/publishable-api-keys": {
      id: "listAdminPublishableApiKeys",
      description: "Lists the keys, revoked ones included.",
    },
    "POST /admin/publishable-api-keys": {
      id: "createAdminPublishableApiKey",
      description: "Creates a key. Its id is the value that a storefront sends.",
    },
    "GET /admin/publishable-api-keys/{id}": {
      id: "getAdminPublishableApiKey",
      description: "Returns one key.",
    },
    "POST /admin/publishable-api-keys/{id}": {
      id: "updateAdminPublishableApiKey",
      description: "Changes the title of a key.",
    },
    "DELETE /admin/publishable-api-keys/{id}": {
      id: "deleteAdminPublishableApiKey",
      description: "Deletes a key for good.",
    },
    "POST /admin/publishable-api-keys/{id}/revoke": {
      id: "revokeAdminPublishableApiKey",
      description:
        "Makes a key invalid. It stays in the list with the time and the user; a revoked key cannot be revived.",
    },
    "GET /admin/publishable-api-keys/{id}/sales-channels": {
      id: "listAdminPublishableApiKeySalesChannels",
      description: "Lists the sales channels that a storefront with this key sees.",
    },
    "POST /admin/publishable-api-keys/{id}/sales-channels/batch": {
      id: "addAdminPublishableApiKeySalesChannels",
      description: "Adds sales channels to those that a storefront with this key sees.",
    },
    "DELETE /admin/publishable-api-keys/{id}/sales-channels/batch": {
      id: "removeAdminPublishableApiKeySalesChannels",
      description: "Takes sales channels from those that a storefront with this key sees.",
    },
  },
};

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Publishable API Keys",
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
  },
];

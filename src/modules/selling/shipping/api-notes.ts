import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Shipping Options",
    description: "Ways to send or return goods in a region, with a price.",
    operations: {
      "GET /admin/shipping-options": {
        id: "listAdminShippingOptions",
        description: "Lists shipping options with their prices, with and without tax.",
      },
      "POST /admin/shipping-options": {
        id: "createAdminShippingOption",
        description: "Creates a shipping option from a service of a fulfillment provider of the region.",
      },
      "GET /admin/shipping-options/{id}": {
        id: "getAdminShippingOption",
        description: "Returns one shipping option with its region, profile and requirements.",
      },
      "POST /admin/shipping-options/{id}": {
        id: "updateAdminShippingOption",
        description: "Changes the name, the amount or the requirements of a shipping option.",
      },
      "DELETE /admin/shipping-options/{id}": {
        id: "deleteAdminShippingOption",
        description: "Deletes a shipping option. Orders that use it stay as they are.",
      },
      "GET /store/shipping-options": {
        id: "listStoreShippingOptions",
        description:
          "Lists shipping options by region or product, with their prices. For a cart, `GET /store/shipping-options/{cart_id}` is exact.",
      },
    },
  },
  {
    tag: "Shipping Profiles",
    description: "Groups of products that are shipped in the same way.",
    operations: {
      "GET /admin/shipping-profiles": {
        id: "listAdminShippingProfiles",
        description: "Lists all shipping profiles.",
      },
      "POST /admin/shipping-profiles": {
        id: "createAdminShippingProfile",
        description: "Creates a shipping profile.",
      },
      "GET /admin/shipping-profiles/{id}": {
        id: "getAdminShippingProfile",
        description: "Returns one shipping profile with its products and options.",
      },
      "POST /admin/shipping-profiles/{id}": {
        id: "updateAdminShippingProfile",
        description: "Changes a shipping profile, or moves products and options to it.",
      },
      "DELETE /admin/shipping-profiles/{id}": {
        id: "deleteAdminShippingProfile",
        description: "Deletes a shipping profile. The shop keeps one default profile and one for gift cards.",
      },
    },
  },
];

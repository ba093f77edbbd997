/** @type {import("tradewind/plugin").Plugin["fields"]} */
export const fields = {
  product: {
    fabric: { type: "text", label: "Fabric", filter: true, storefront: "read" },
    origin: { type: "text", label: "Origin", storefront: "read" },
  },
};

import type { Plugin } from "tradewind/plugin";

export const fields: NonNullable<Plugin["fields"]> = {
  product: {
    fabric: { type: "text", label: "Fabric", filter: true, storefront: "read" },
    origin: { type: "text", label: "Origin", storefront: "read" },
    sold: { type: "integer", label: "Sold", computed: true },
  },
};

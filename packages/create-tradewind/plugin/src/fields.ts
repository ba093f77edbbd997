import type { Plugin } from "tradewind/plugin";

export const fields = {
  product: {
    material: {
      type: "choice",
      label: "Material",
      options: ["canvas", "leather", "wool"],
      filter: true,
      storefront: "read",
    },
  },
} satisfies Plugin["fields"];

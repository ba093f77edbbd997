import type { PluginRules } from "tradewind/plugin";

export const rules: PluginRules = {
  line({ line }, { refuse }) {
    if (line.quantity > 20) return refuse("quantity: at most 20 pieces of one item", { code: "too_many" });
  },
};

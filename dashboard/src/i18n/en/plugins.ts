import plugins from "./plugins/plugins.json" with { type: "json" };

/** What is around the parts of plugins. Loaded in shops that have plugins in the dashboard. */
export const texts = { ...plugins };

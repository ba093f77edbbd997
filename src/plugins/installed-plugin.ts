import type { DashboardFiles } from "./dashboard/dashboard-files.ts";
import type { Plugin } from "./plugin.ts";

/** A plugin that was loaded and checked. */
export interface InstalledPlugin {
  readonly name: string;
  /** The entry of TRADEWIND_PLUGINS that it was loaded from. */
  readonly source: string;
  readonly plugin: Plugin;
  /** Null without parts in the dashboard. */
  readonly dashboard: DashboardFiles | null;
}

/** The schema of the plugin's own tables. */
export const schemaOf = (pluginName: string) => `plugin_${pluginName.replaceAll("-", "_")}`;

/** The schema of the views of the shop. A later version of the contract has a schema of its own beside it. */
export const SHOP_VIEWS = "tradewind_v1";

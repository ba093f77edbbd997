/** What `tradewind/plugin` exports. */
export { sql } from "kysely";
export { type Static, Type } from "typebox";
export type * from "../providers/tradewind.ts";
export { definePlugin, type Plugin } from "./plugin.ts";
export type { EnqueueOptions, PluginEvents } from "./ports/announced.ts";
export type { PluginDashboard } from "./ports/dashboard.ts";
export { type PluginDb, tables } from "./ports/database.ts";
export type { PluginLog, Shop, ShopTransaction } from "./ports/shop.ts";
export type { ShopViews } from "./ports/shop-views.ts";
export type { PluginJob, PluginJobRun, PluginSchedule } from "./ports/work.ts";

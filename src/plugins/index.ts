/** What `tradewind/plugin` exports. */
export { type ColumnType, type Generated, sql } from "kysely";
export { type Static, Type } from "typebox";
export type * from "../providers/tradewind.ts";
export { ApiError } from "./api/api-error.ts";
export { definePlugin, type Plugin } from "./plugin.ts";
export type { EnqueueOptions, PluginEvents } from "./ports/announced.ts";
export type { ApiCaller, ApiInput, ShopApi, ShopApis } from "./ports/api.ts";
export type * from "./ports/choices.ts";
export type { PluginDashboard } from "./ports/dashboard.ts";
export { type PluginDb, tables } from "./ports/database.ts";
export type { PluginMiddleware } from "./ports/middleware.ts";
export type * from "./ports/rule-data.ts";
export type * from "./ports/rules.ts";
export type { PluginLog, Shop, ShopTransaction } from "./ports/shop.ts";
export type { ShopViews } from "./ports/shop-views.ts";
export type * from "./ports/steps.ts";
export type { PluginJob, PluginJobRun, PluginSchedule } from "./ports/work.ts";
export { refuse } from "./rules/refuse.ts";

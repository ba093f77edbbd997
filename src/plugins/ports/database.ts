import type { Kysely } from "kysely";
import type { ShopViews } from "./shop-views.ts";

/** The type of the tables of a plugin; nothing at run time. */
export interface TablesOf<Tables> {
  readonly tables?: Tables;
}

/**
 * `tables: tables<{ balance: BalanceTable }>()`: the types of the plugin's own tables, for its queries. The tables themselves are
 * made by its migrations.
 */
export const tables = <Tables>(): TablesOf<Tables> => ({});

/**
 * A Kysely over the plugin's own tables (by their plain names) and the views of the shop, which can only be read
 * (`selectFrom("tradewind_v1.product")`).
 */
export type PluginDb<Tables> = Kysely<Tables & ShopViews>;

import { type Column, entity, json, one, rowColumns, text, through } from "../../../graph/entity.ts";
import { HAS_STOCK_LOCATIONS } from "./stock-by-location-graph.ts";

export const store = entity({
  name: "store",
  description: "The shop itself: its name, its currencies, its defaults.",
  columns: {
    ...rowColumns,
    name: text.required,
    default_currency_code: text.required,
    swap_link_template: text.nullable,
    payment_link_template: text.nullable,
    invite_link_template: text.nullable,
    default_location_id: text.nullable,
    metadata: json.nullable,
    default_sales_channel_id: text.nullable,
  },
  relations: {
    default_currency: one("currency", "default_currency_code", { otherColumn: "code", nullable: false }),
    currencies: through("currency", "store_currencies", "store_id", "currency_code", ["code"]),
    default_sales_channel: one("sales_channel", "default_sales_channel_id"),
  },
});

/** The providers are the shop's, but no row says so: all of them, whatever the store. */
const providersIn = (table: "payment_provider" | "fulfillment_provider"): Column => ({
  type: "json",
  nullable: false,
  sql: () =>
    `(select coalesce(json_agg(json_build_object('id', p.id, 'is_installed', p.is_installed) order by p.id), '[]')
      from ${table} p)`,
});

const moduleNamed = (name: string) => `json_build_object('module', '${name}', 'resolution', 'tradewind')`;

/** With these, dashboards show stock by location, and ask for one: they are there once the shop has a location. */
const modules: Column = {
  type: "json",
  nullable: false,
  sql: () => `case when ${HAS_STOCK_LOCATIONS}
    then json_build_array(${moduleNamed("inventoryService")}, ${moduleNamed("stockLocationService")})
    else '[]'::json end`,
};

/** Not in the registry, as no relation leads to it: what the settings page of a dashboard reads in one go. */
export const storeWithProviders = entity({
  ...store,
  table: "store",
  columns: {
    ...store.columns,
    payment_providers: providersIn("payment_provider"),
    fulfillment_providers: providersIn("fulfillment_provider"),
    modules,
  },
  relations: { ...store.relations },
  eager: [],
});

export const storeEntities = [store];

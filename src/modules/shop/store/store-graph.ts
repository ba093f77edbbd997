import { type Column, entity, json, one, rowColumns, text, through } from "../../../graph/entity.ts";

/**
 * SQL: whether the shop has stock locations. If so, the levels of the locations count instead of the variant's quantity.
 * The expression depends on no row, so PostgreSQL evaluates it once per statement.
 */
export const HAS_STOCK_LOCATIONS =
  "(select exists (select 1 from stock_location place where place.deleted_at is null))";

export const store = entity({
  name: "store",
  description: "The settings of the shop: its name, currencies and defaults.",
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

/** All providers of a kind: there is no table that assigns providers to a store. */
const providersIn = (
  table: "payment_provider" | "fulfillment_provider",
): Column<{ id: string; is_installed: boolean }[]> => ({
  type: "json",
  nullable: false,
  sql: () =>
    `(select coalesce(json_agg(json_build_object('id', p.id, 'is_installed', p.is_installed) order by p.id), '[]')
      from ${table} p)`,
});

const moduleEntry = (name: string) => `json_build_object('module', '${name}', 'resolution', 'tradewind')`;

/** Dashboards show stock by location if these modules are listed, so they are listed once the shop has a location. */
const modules: Column<{ module: string; resolution: string }[]> = {
  type: "json",
  nullable: false,
  sql: () => `case when ${HAS_STOCK_LOCATIONS}
    then json_build_array(${moduleEntry("inventoryService")}, ${moduleEntry("stockLocationService")})
    else '[]'::json end`,
};

/** The data of a dashboard's settings page. Not in the registry: no relation refers to it. */
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

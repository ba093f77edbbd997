import { entity, json, one, rowColumns, text, through } from "../../graph/entity.ts";

const store = entity({
  name: "store",
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
    currencies: through("currency", "store_currencies", "store_id", "currency_code"),
    default_sales_channel: one("sales_channel", "default_sales_channel_id"),
  },
});

export const storeEntities = [store];

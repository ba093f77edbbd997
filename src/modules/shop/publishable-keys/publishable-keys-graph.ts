import { entity, rowColumns, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const publishableKey = entity({
  name: "publishable_api_key",
  description:
    "Restricts a storefront to sales channels. The storefront sends its id as `x-publishable-api-key`.",
  columns: {
    ...rowColumns,
    created_by: text.nullable,
    revoked_by: text.nullable,
    revoked_at: timestamp.nullable,
    title: text.required,
  },
});

export const belongsToKey: Condition = {
  name: "sales-channel-of-publishable-key",
  sql: (row, parameter) =>
    `exists (select 1 from publishable_api_key_sales_channel bound
      where bound.sales_channel_id = ${row}.id and bound.publishable_key_id = ${parameter}
        and bound.deleted_at is null)`,
};

export const publishableKeysEntities = [publishableKey];

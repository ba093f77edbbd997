import { entity, rowColumns, text, timestamp } from "../../../graph/entity.ts";
import type { Condition, Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { salesChannel } from "../sales-channels/index.ts";
import { allChannelsOfKey } from "../v1-shapes.ts";

const publishableKey = entity({
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

const belongsToKey: Condition = {
  name: "sales-channel-of-publishable-key",
  sql: (row, parameter) =>
    `exists (select 1 from publishable_api_key_sales_channel bound
      where bound.sales_channel_id = ${row}.id and bound.publishable_key_id = ${parameter}
        and bound.deleted_at is null)`,
};

export const adminKey = { entity: publishableKey };

const channelOfKey = { entity: salesChannel };

/** The channels of a key, by a search in name and description. Refuses an unknown key. */
export async function listChannelsOfKey(graph: Graph, keyId: string, search: string | undefined) {
  const filters: Filter[] = [{ kind: "custom", condition: belongsToKey, value: keyId }];
  if (search) filters.push({ kind: "search", columns: ["name", "description"], text: search });
  const { rows } = await graph.list(channelOfKey, { ...allChannelsOfKey, limit: MAX_AMOUNT, filters });
  if (rows.length === 0 && !(await graph.find(adminKey, keyId))) throw notFound("Publishable key", keyId);
  return rows;
}

export const publishableKeysEntities = [publishableKey];

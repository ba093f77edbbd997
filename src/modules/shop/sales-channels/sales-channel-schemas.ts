import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { dates, equalTo } from "../../../http/query-filters.ts";
import { body, nonEmptyText, optional, text } from "../../../http/routes.ts";
import { salesChannel } from "./sales-channels-graph.ts";

const name = Type.String({ minLength: 1, maxLength: 255 });
const description = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 5_000 });
const isDisabled = Type.Boolean({ description: "No new carts are opened in a disabled channel." });

export const newChannelBody = body({
  name,
  description: optional(description),
  is_disabled: optional(isDisabled),
});

export const channelChangesBody = body({
  name: optional(name),
  description: optional(description),
  is_disabled: optional(isDisabled),
});

export const channelProductsBody = body({
  product_ids: Type.Array(body({ id: text }), { maxItems: 10_000 }),
});

export const channelLocationBody = body({ location_id: nonEmptyText });

export const adminChannel = { entity: salesChannel };

export const adminChannels = listQuery({
  view: adminChannel,
  limit: 20,
  search: ["name", "description"],
  filters: {
    id: equalTo(),
    name: equalTo(),
    description: equalTo(),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
  },
});

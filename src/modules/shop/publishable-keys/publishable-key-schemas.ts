import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { dates } from "../../../http/query-filters.ts";
import { body, ok, optional, text, view } from "../../../http/routes.ts";
import { salesChannel } from "../sales-channels/index.ts";
import { publishableKey } from "./publishable-keys-graph.ts";

const title = Type.String({ minLength: 1, maxLength: 255 });

export const newKeyBody = body({ title });

export const keyChangesBody = body({ title: optional(title) });

export const keyChannelsBody = body({
  sales_channel_ids: Type.Array(body({ id: text }), { maxItems: 1_000 }),
});

export const adminKey = { entity: publishableKey };

export const adminKeys = listQuery({
  view: adminKey,
  limit: 20,
  search: ["title"],
  filters: { created_at: dates(), updated_at: dates(), revoked_at: dates() },
});

export const channelOfKey = { entity: salesChannel };

export const channelsOfKeyQuery = body({
  q: optional(Type.String({ description: "Searches name, description." })),
});

export const channelsOfKeySchema = ok({ sales_channels: Type.Array(view("sales_channel")) });

import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { channelNotFound, locationNotFound, productsNotFound, type SalesChannel } from "./sales-channel.ts";

const insert = compiled("sales-channel-insert", (db, p: SalesChannel) =>
  db
    .insertInto("sales_channel")
    .values({ id: p.id, name: p.name, description: p.description, is_disabled: p.is_disabled }),
);

const update = compiled("sales-channel-update", (db, p: SalesChannel) =>
  db
    .updateTable("sales_channel")
    .set({ name: p.name, description: p.description, is_disabled: p.is_disabled, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

// FOR NO KEY UPDATE does not block inserts of carts that refer to the channel.
const lock = compiled("sales-channel-lock", (db, p: { id: string }) =>
  db
    .selectFrom("sales_channel")
    .select(["id", "name", "description", "is_disabled"])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const lockStores = compiled("sales-channel-lock-defaults", (db, _: object) =>
  db.selectFrom("store").select("default_sales_channel_id").forShare(),
);

const remove = compiled("sales-channel-delete", (db, p: { id: string }) =>
  db
    .updateTable("sales_channel")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

export async function insertChannel(tx: Tx, channel: SalesChannel): Promise<void> {
  await insert(tx, channel);
}

export async function lockChannel(tx: Tx, id: string): Promise<SalesChannel> {
  const [found] = await lock(tx, { id });
  if (!found) throw channelNotFound(id);
  return found;
}

export async function saveChannel(tx: Tx, channel: SalesChannel): Promise<void> {
  await update(tx, channel);
}

/** The default channels of all stores. No other channel can become a default before this transaction ends. */
export async function lockDefaultChannels(tx: Tx): Promise<string[]> {
  const stores = await lockStores(tx, {});
  return stores.flatMap((store) => store.default_sales_channel_id ?? []);
}

export async function deleteChannelRow(tx: Tx, id: string): Promise<{ existed: boolean }> {
  return { existed: (await remove(tx, { id })).length > 0 };
}

const productsOfChannels = linkTable("product_sales_channel", {
  owner: "sales_channel_id",
  other: "product_id",
});

/** The channels of products. */
export const channelsOfProducts = linkTable("product_sales_channel", {
  owner: "product_id",
  other: "sales_channel_id",
});

const missing = missingIds("product");

/** Returns the products that were not there before. If one does not exist, none is added. */
export async function addProducts(tx: Tx, id: string, productIds: string[]): Promise<string[]> {
  const unknown = await missing(tx, productIds);
  if (unknown.length > 0) throw productsNotFound(unknown);
  return productsOfChannels.add(tx, id, productIds);
}

/** Returns the products that were there. */
export const removeProducts = productsOfChannels.remove;

interface ChannelLocation {
  channelId: string;
  locationId: string;
}

// A shared lock: the location cannot be deleted before the link is committed.
const lockLocation = compiled("sales-channel-lock-location", (db, p: { id: string }) =>
  db
    .selectFrom("stock_location")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forShare(),
);

const findLink = compiled("sales-channel-find-location", (db, p: ChannelLocation) =>
  db
    .selectFrom("sales_channel_location")
    .select("id")
    .where("sales_channel_id", "=", p.channelId)
    .where("location_id", "=", p.locationId)
    .where("deleted_at", "is", null),
);

const addLink = compiled("sales-channel-add-location", (db, p: ChannelLocation & { id: string }) =>
  db
    .insertInto("sales_channel_location")
    .values({ id: p.id, sales_channel_id: p.channelId, location_id: p.locationId }),
);

const removeLink = compiled("sales-channel-remove-location", (db, p: ChannelLocation) =>
  db
    .updateTable("sales_channel_location")
    .set({ deleted_at: sql`now()` })
    .where("sales_channel_id", "=", p.channelId)
    .where("location_id", "=", p.locationId)
    .where("deleted_at", "is", null)
    .returning("id"),
);

const removeLinks = compiled("sales-channel-remove-locations", (db, p: { channelId: string }) =>
  db
    .updateTable("sales_channel_location")
    .set({ deleted_at: sql`now()` })
    .where("sales_channel_id", "=", p.channelId)
    .where("deleted_at", "is", null),
);

/** The caller must hold the lock on the channel: no constraint prevents two rows of the same pair. */
export async function addLocation(tx: Tx, id: string, pair: ChannelLocation): Promise<{ isNew: boolean }> {
  const [location] = await lockLocation(tx, { id: pair.locationId });
  if (!location) throw locationNotFound(pair.locationId);
  const isNew = (await findLink(tx, pair)).length === 0;
  if (isNew) await addLink(tx, { id, ...pair });
  return { isNew };
}

export async function removeLocation(tx: Tx, pair: ChannelLocation): Promise<{ existed: boolean }> {
  return { existed: (await removeLink(tx, pair)).length > 0 };
}

export async function removeAllLocations(tx: Tx, channelId: string): Promise<void> {
  await removeLinks(tx, { channelId });
}

const removeFromAll = compiled("sales-channels-remove-location", (db, p: { id: string }) =>
  db
    .updateTable("sales_channel_location")
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where("location_id", "=", p.id)
    .where("deleted_at", "is", null),
);

/** Channels do not sell from a location that is deleted. */
export async function removeLocationFromChannels(tx: Tx, locationId: string): Promise<void> {
  await removeFromAll(tx, { id: locationId });
}

// The lock of each channel, so that a pair is there once.
const lockChannels = compiledSql<Record<never, never>, { id: string }>(
  "sales-channels-lock",
  () => sql<{ id: string }>`
    select id from sales_channel where deleted_at is null order by id for no key update`,
);

const addToAll = compiledReturningWrite<{ id: string; links: string[]; channels: string[] }, unknown>(
  "sales-channels-add-location",
  { inserts: ["sales_channel_location"] },
  (p) => sql`
    insert into sales_channel_location (id, sales_channel_id, location_id)
    select sent.id, sent.channel, ${p.id}
    from unnest(${p.links}::text[], ${p.channels}::text[]) as sent(id, channel)
    where not exists (select 1 from sales_channel_location link
      where link.location_id = ${p.id} and link.deleted_at is null)`,
);

/** All channels sell from a locked location, if none does yet. */
export async function addLocationToChannels(tx: Tx, locationId: string): Promise<void> {
  const channels = (await lockChannels(tx, {})).map((channel) => channel.id);
  await addToAll(tx, { id: locationId, channels, links: channels.map(() => newId("scloc")) });
}

import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { locationNotFound } from "./sales-channel.ts";

interface ChannelLocation {
  channelId: string;
  locationId: string;
}

// A shared lock: the location cannot be deleted before the link is committed.
const lock = compiled("sales-channel-lock-location", (db, p: { id: string }) =>
  db
    .selectFrom("stock_location")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forShare(),
);

const find = compiled("sales-channel-find-location", (db, p: ChannelLocation) =>
  db
    .selectFrom("sales_channel_location")
    .select("id")
    .where("sales_channel_id", "=", p.channelId)
    .where("location_id", "=", p.locationId)
    .where("deleted_at", "is", null),
);

const add = compiled("sales-channel-add-location", (db, p: ChannelLocation & { id: string }) =>
  db
    .insertInto("sales_channel_location")
    .values({ id: p.id, sales_channel_id: p.channelId, location_id: p.locationId }),
);

const remove = compiled("sales-channel-remove-location", (db, p: ChannelLocation) =>
  db
    .updateTable("sales_channel_location")
    .set({ deleted_at: sql`now()` })
    .where("sales_channel_id", "=", p.channelId)
    .where("location_id", "=", p.locationId)
    .where("deleted_at", "is", null)
    .returning("id"),
);

const removeAll = compiled("sales-channel-remove-locations", (db, p: { channelId: string }) =>
  db
    .updateTable("sales_channel_location")
    .set({ deleted_at: sql`now()` })
    .where("sales_channel_id", "=", p.channelId)
    .where("deleted_at", "is", null),
);

/** The caller must hold the lock on the channel: no constraint prevents two rows of the same pair. */
export async function addLocation(tx: Tx, id: string, pair: ChannelLocation): Promise<{ isNew: boolean }> {
  const [location] = await lock(tx, { id: pair.locationId });
  if (!location) throw locationNotFound(pair.locationId);
  const isNew = (await find(tx, pair)).length === 0;
  if (isNew) await add(tx, { id, ...pair });
  return { isNew };
}

export async function removeLocation(tx: Tx, pair: ChannelLocation): Promise<{ existed: boolean }> {
  return { existed: (await remove(tx, pair)).length > 0 };
}

export async function removeAllLocations(tx: Tx, channelId: string): Promise<void> {
  await removeAll(tx, { channelId });
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

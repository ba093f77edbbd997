import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
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

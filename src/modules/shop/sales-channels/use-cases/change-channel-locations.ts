import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { addLocation, removeLocation } from "../channel-locations-store.ts";
import { lockChannel } from "../sales-channel-store.ts";

interface Pair {
  channelId: string;
  locationId: string;
}

/** A location that the channel sells from already, stays. */
export const addLocationToChannel = ({ db }: { db: Db }, pair: Pair): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockChannel(tx, pair.channelId);
    const { isNew } = await addLocation(tx, newId("scloc"), pair);
    if (isNew) await announce(tx, "sales_channel.location_added", eventOf(pair));
  });

/** A location that the channel does not sell from is passed over, also one that was deleted long ago. */
export const removeLocationFromChannel = ({ db }: { db: Db }, pair: Pair): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockChannel(tx, pair.channelId);
    const { wasThere } = await removeLocation(tx, pair);
    if (wasThere) await announce(tx, "sales_channel.location_removed", eventOf(pair));
  });

const eventOf = ({ channelId, locationId }: Pair) => ({ id: channelId, location_id: locationId });

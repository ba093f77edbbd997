import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { giveChannels, takeChannels } from "../key-channels-store.ts";
import { lockKey } from "../publishable-key-store.ts";

interface Change {
  keyId: string;
  channelIds: string[];
}

/** Channels that the key has already, stay; one that does not exist keeps all of them out. */
export const addChannelsToKey = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeChannels(db, change, giveChannels, "publishable_api_key.sales_channels_added");

/** Channels that the key does not have are passed over. */
export const removeChannelsFromKey = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeChannels(db, change, takeChannels, "publishable_api_key.sales_channels_removed");

const changeChannels = (
  db: Db,
  { keyId, channelIds }: Change,
  write: (tx: Tx, id: string, channelIds: string[]) => Promise<string[]>,
  event: string,
) =>
  inTransaction(db, async (tx) => {
    await lockKey(tx, keyId);
    const changed = await write(tx, keyId, [...new Set(channelIds)].sort());
    if (changed.length > 0) await announce(tx, event, { id: keyId, sales_channel_ids: changed });
  });

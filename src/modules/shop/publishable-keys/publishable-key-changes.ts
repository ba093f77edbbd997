import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { addChannels, removeAllChannels, removeChannels } from "./key-channels-store.ts";
import { checkNotRevoked, keyNotFound } from "./publishable-key.ts";
import { deleteKeyRow, insertKey, lockKey, renameKey, saveRevocation } from "./publishable-key-store.ts";

export const createKey = ({ db }: { db: Db }, input: { title: string; userId: string }): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = newId("pk");
    await insertKey(tx, { id, ...input });
    await announce(tx, "publishable_api_key.created", { id });
    return id;
  });

/** A revoked key stays in the list, so its title can still be changed. */
export const updateKey = ({ db }: { db: Db }, id: string, changes: { title?: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const key = await lockKey(tx, id);
    await renameKey(tx, id, changes.title ?? key.title);
    await announce(tx, "publishable_api_key.updated", { id });
  });

export const revokeKey = (
  { db }: { db: Db },
  { id, userId }: { id: string; userId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    checkNotRevoked(await lockKey(tx, id));
    await saveRevocation(tx, id, userId);
    await announce(tx, "publishable_api_key.revoked", { id });
  });

export const deleteKey = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { existed } = await deleteKeyRow(tx, id);
    if (!existed) throw keyNotFound(id);
    await removeAllChannels(tx, id);
    await announce(tx, "publishable_api_key.deleted", { id });
  });

interface KeyChannelsChange {
  keyId: string;
  channelIds: string[];
}

/** Channels that the key already has are ignored. If one channel does not exist, none is added. */
export const addChannelsToKey = ({ db }: { db: Db }, change: KeyChannelsChange): Promise<void> =>
  changeChannels(db, change, addChannels, "publishable_api_key.sales_channels_added");

/** Channels that the key does not have are ignored. */
export const removeChannelsFromKey = ({ db }: { db: Db }, change: KeyChannelsChange): Promise<void> =>
  changeChannels(db, change, removeChannels, "publishable_api_key.sales_channels_removed");

const changeChannels = (
  db: Db,
  { keyId, channelIds }: KeyChannelsChange,
  write: (tx: Tx, id: string, channelIds: string[]) => Promise<string[]>,
  event: string,
) =>
  inTransaction(db, async (tx) => {
    await lockKey(tx, keyId);
    const changed = await write(tx, keyId, [...new Set(channelIds)].sort());
    if (changed.length > 0) await announce(tx, event, { id: keyId, sales_channel_ids: changed });
  });

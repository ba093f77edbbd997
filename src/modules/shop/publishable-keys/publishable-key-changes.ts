import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { publishableKeyEvents } from "./events.ts";
import { checkNotRevoked, keyNotFound } from "./publishable-key.ts";
import {
  addChannels,
  deleteKeyRow,
  insertKey,
  lockKey,
  removeAllChannels,
  removeChannels,
  renameKey,
  saveRevocation,
} from "./publishable-key-store.ts";

export const createKey = ({ db }: { db: Db }, input: { title: string; userId: string }): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = newId("pk");
    await insertKey(tx, { id, ...input });
    await publishableKeyEvents.announce(tx, "publishable_api_key.created", { id });
    return id;
  });

/** A revoked key stays in the list, so its title can still be changed. */
export const updateKey = ({ db }: { db: Db }, id: string, changes: { title?: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const key = await lockKey(tx, id);
    await renameKey(tx, id, changes.title ?? key.title);
    await publishableKeyEvents.announce(tx, "publishable_api_key.updated", { id });
  });

export const revokeKey = (
  { db }: { db: Db },
  { id, userId }: { id: string; userId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    checkNotRevoked(await lockKey(tx, id));
    await saveRevocation(tx, id, userId);
    await publishableKeyEvents.announce(tx, "publishable_api_key.revoked", { id });
  });

export const deleteKey = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { existed } = await deleteKeyRow(tx, id);
    if (!existed) throw keyNotFound(id);
    await removeAllChannels(tx, id);
    await publishableKeyEvents.announce(tx, "publishable_api_key.deleted", { id });
  });

type ChannelRefs = readonly { id: string }[];

/** Channels that the key already has are ignored. If one channel does not exist, none is added. */
export const addChannelsToKey = ({ db }: { db: Db }, keyId: string, channels: ChannelRefs): Promise<void> =>
  changeChannels(db, {
    keyId,
    channels,
    write: addChannels,
    event: "publishable_api_key.sales_channels_added",
  });

/** Channels that the key does not have are ignored. */
export const removeChannelsFromKey = (
  { db }: { db: Db },
  keyId: string,
  channels: ChannelRefs,
): Promise<void> =>
  changeChannels(db, {
    keyId,
    channels,
    write: removeChannels,
    event: "publishable_api_key.sales_channels_removed",
  });

interface KeyChannelsChange {
  keyId: string;
  channels: ChannelRefs;
  write: (tx: Tx, keyId: string, channelIds: string[]) => Promise<string[]>;
  event: "publishable_api_key.sales_channels_added" | "publishable_api_key.sales_channels_removed";
}

const changeChannels = (db: Db, { keyId, channels, write, event }: KeyChannelsChange) =>
  inTransaction(db, async (tx) => {
    await lockKey(tx, keyId);
    const changed = await write(tx, keyId, [...new Set(channels.map(({ id }) => id))].sort());
    if (changed.length > 0)
      await publishableKeyEvents.announce(tx, event, { id: keyId, sales_channel_ids: changed });
  });

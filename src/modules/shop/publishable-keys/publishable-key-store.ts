import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  channelsNotFound,
  type KeyAccess,
  keyNotFound,
  type PublishableKey,
  visibleChannels,
} from "./publishable-key.ts";

interface NewKey {
  id: string;
  title: string;
  userId: string;
}

const insert = compiled("publishable-key-insert", (db, p: NewKey) =>
  db.insertInto("publishable_api_key").values({ id: p.id, title: p.title, created_by: p.userId }),
);

const rename = compiled("publishable-key-rename", (db, p: { id: string; title: string }) =>
  db
    .updateTable("publishable_api_key")
    .set({ title: p.title, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const revoke = compiled("publishable-key-revoke", (db, p: { id: string; userId: string }) =>
  db
    .updateTable("publishable_api_key")
    .set({ revoked_by: p.userId, revoked_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const lock = compiled("publishable-key-lock", (db, p: { id: string }) =>
  db
    .selectFrom("publishable_api_key")
    .select(["id", "title", "revoked_at"])
    .where("id", "=", p.id)
    .forUpdate(),
);

const remove = compiled("publishable-key-delete", (db, p: { id: string }) =>
  db.deleteFrom("publishable_api_key").where("id", "=", p.id).returning("id"),
);

// The prefix `caller-` marks lookups of credentials: this one runs for each storefront request with a key.
const access = compiled("caller-publishable-key", (db, p: { id: string }) =>
  db
    .selectFrom("publishable_api_key as key")
    .leftJoin("publishable_api_key_sales_channel as bound", (join) =>
      join.onRef("bound.publishable_key_id", "=", "key.id").on("bound.deleted_at", "is", null),
    )
    .leftJoin("sales_channel as channel", (join) =>
      join.onRef("channel.id", "=", "bound.sales_channel_id").on("channel.deleted_at", "is", null),
    )
    .select([
      "key.revoked_at",
      sql<number>`count(bound.sales_channel_id)`.as("channelCount"),
      sql<string[]>`array_remove(array_agg(channel.id order by channel.created_at, channel.id), null)`.as(
        "channels",
      ),
    ])
    .where("key.id", "=", p.id)
    .groupBy("key.id"),
);

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await insert(tx, key);
}

export async function lockKey(tx: Tx, id: string): Promise<PublishableKey> {
  const [found] = await lock(tx, { id });
  if (!found) throw keyNotFound(id);
  return found;
}

export async function renameKey(tx: Tx, id: string, title: string): Promise<void> {
  await rename(tx, { id, title });
}

export async function saveRevocation(tx: Tx, id: string, userId: string): Promise<void> {
  await revoke(tx, { id, userId });
}

export async function deleteKeyRow(tx: Tx, id: string): Promise<{ existed: boolean }> {
  return { existed: (await remove(tx, { id })).length > 0 };
}

async function findKeyAccess(on: Connection, id: string): Promise<KeyAccess | undefined> {
  const [found] = await access(on, { id });
  return found;
}

/**
 * The sales channels of the header `x-publishable-api-key`. Null: no restriction. An empty list: nothing is visible.
 * An unknown or revoked key is refused with 401. See `visibleChannels` for the rules.
 */
export async function salesChannelsOfKey(
  { db }: { db: Connection },
  key: string | string[] | undefined,
): Promise<string[] | null> {
  // Node joins the values of a repeated header; the joined text is refused as an unknown key.
  if (key === undefined || key === "") return null;
  return visibleChannels(await findKeyAccess(db, String(key)));
}

interface KeyChannels {
  id: string;
  channelIds: string[];
}

const missing = missingIds("sales_channel");

const add = compiled("publishable-key-add-channels", (db, p: KeyChannels & { rowIds: string[] }) =>
  db
    .insertInto("publishable_api_key_sales_channel")
    .columns(["id", "publishable_key_id", "sales_channel_id"])
    .expression((from) =>
      from
        .selectFrom(
          sql<{
            row_id: string;
            id: string;
          }>`unnest(${p.rowIds}::text[], ${p.channelIds}::varchar[])`.as<"requested">(
            sql`requested(row_id, id)`,
          ),
        )
        .select(["requested.row_id", sql<string>`${p.id}::varchar`.as("publishable_key_id"), "requested.id"]),
    )
    // A soft-deleted row becomes valid again.
    .onConflict((conflict) =>
      conflict
        .columns(["sales_channel_id", "publishable_key_id"])
        .doUpdateSet({ deleted_at: null, updated_at: sql`now()` })
        .where("publishable_api_key_sales_channel.deleted_at", "is not", null),
    )
    .returning("sales_channel_id"),
);

const channelsOfKeys = linkTable("publishable_api_key_sales_channel", {
  owner: "publishable_key_id",
  other: "sales_channel_id",
});

const removeAll = compiled("publishable-key-remove-all-channels", (db, p: { id: string }) =>
  db.deleteFrom("publishable_api_key_sales_channel").where("publishable_key_id", "=", p.id),
);

/** Returns the channels that the key did not have. If one channel does not exist, none is added. */
export async function addChannels(tx: Tx, id: string, channelIds: string[]): Promise<string[]> {
  const unknown = await missing(tx, channelIds);
  if (unknown.length > 0) throw channelsNotFound(unknown);
  const added = await add(tx, { id, channelIds, rowIds: channelIds.map(() => newId("pksc")) });
  return added.map((row) => row.sales_channel_id);
}

/** Returns the removed channels. */
export const removeChannels = channelsOfKeys.remove;

export async function removeAllChannels(tx: Tx, id: string): Promise<void> {
  await removeAll(tx, { id });
}

import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { channelsNotFound } from "./publishable-key.ts";

interface KeyChannels {
  id: string;
  channelIds: string[];
}

const missing = compiled("publishable-key-missing-channels", (db, p: { channelIds: string[] }) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${p.channelIds}::varchar[])`.as<"requested">(sql`requested(id)`))
    .select("requested.id")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("sales_channel")
            .select("sales_channel.id")
            .whereRef("sales_channel.id", "=", "requested.id")
            .where("sales_channel.deleted_at", "is", null),
        ),
      ),
    ),
);

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

const remove = compiled("publishable-key-remove-channels", (db, p: KeyChannels) =>
  db
    .deleteFrom("publishable_api_key_sales_channel")
    .where("publishable_key_id", "=", p.id)
    .where(sql<boolean>`sales_channel_id = any(${p.channelIds})`)
    .returning("sales_channel_id"),
);

const removeAll = compiled("publishable-key-remove-all-channels", (db, p: { id: string }) =>
  db.deleteFrom("publishable_api_key_sales_channel").where("publishable_key_id", "=", p.id),
);

const ids = (rows: { sales_channel_id: string }[]) => rows.map((row) => row.sales_channel_id);

/** Returns the channels that the key did not have. If one channel does not exist, none is added. */
export async function addChannels(tx: Tx, id: string, channelIds: string[]): Promise<string[]> {
  const unknown = await missing(tx, { channelIds });
  if (unknown.length > 0) throw channelsNotFound(unknown.map((channel) => channel.id));
  return ids(await add(tx, { id, channelIds, rowIds: channelIds.map(() => newId("pksc")) }));
}

/** Returns the removed channels. */
export async function removeChannels(tx: Tx, id: string, channelIds: string[]): Promise<string[]> {
  return ids(await remove(tx, { id, channelIds }));
}

export async function removeAllChannels(tx: Tx, id: string): Promise<void> {
  await removeAll(tx, { id });
}

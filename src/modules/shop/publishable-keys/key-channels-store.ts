import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { linkTable, missingIds } from "../../../db/link-table.ts";
import { compiled } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { channelsNotFound } from "./publishable-key.ts";

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

import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { channelNotFound, type SalesChannel } from "./sales-channel.ts";

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

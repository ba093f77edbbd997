import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { Store } from "./store.ts";

// There is one store. If a database has several, the oldest one is used.
const lock = compiled("store-lock", (db, _: object) =>
  db
    .selectFrom("store")
    .select([
      "id",
      "name",
      "default_currency_code",
      "swap_link_template",
      "payment_link_template",
      "invite_link_template",
      "default_sales_channel_id",
      "metadata",
    ])
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .forNoKeyUpdate(),
);

const name = compiled("store-name", (db, _: object) =>
  db.selectFrom("store").select("name").orderBy("created_at").orderBy("id").limit(1),
);

export async function findStoreName(on: Connection): Promise<string> {
  const [found] = await name(on, {});
  return found?.name ?? "A new shop";
}

const currenciesOf = compiled("store-currencies", (db, p: { id: string }) =>
  db.selectFrom("store_currencies").select("currency_code").where("store_id", "=", p.id),
);

const update = compiled("store-update", (db, p: Store) =>
  db
    .updateTable("store")
    .set({
      name: p.name,
      default_currency_code: p.default_currency_code,
      swap_link_template: p.swap_link_template,
      payment_link_template: p.payment_link_template,
      invite_link_template: p.invite_link_template,
      default_sales_channel_id: p.default_sales_channel_id,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

const addCurrencies = compiled("store-add-currencies", (db, p: { id: string; codes: string[] }) =>
  db
    .insertInto("store_currencies")
    .columns(["store_id", "currency_code"])
    .expression((from) =>
      from
        .selectFrom("currency")
        .select([sql<string>`${p.id}::varchar`.as("store_id"), "code"])
        .where(sql<boolean>`code = any(${p.codes})`),
    )
    .returning("currency_code"),
);

const removeCurrencies = compiled("store-remove-currencies", (db, p: { id: string; codes: string[] }) =>
  db
    .deleteFrom("store_currencies")
    .where("store_id", "=", p.id)
    .where(sql<boolean>`currency_code = any(${p.codes})`),
);

// A shared lock: the channel cannot be deleted before the commit.
const lockChannelShared = compiled("store-hold-sales-channel", (db, p: { id: string }) =>
  db
    .selectFrom("sales_channel")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forShare(),
);

const lockCurrencyShared = compiled("store-hold-currency", (db, p: { code: string }) =>
  db.selectFrom("store_currencies").select("currency_code").where("currency_code", "=", p.code).forKeyShare(),
);

export async function lockStore(tx: Tx): Promise<Store> {
  const [found] = await lock(tx, {});
  if (!found) throw new Refusal("not_found", "Store does not exist");
  const currencies = await currenciesOf(tx, { id: found.id });
  return {
    ...found,
    metadata: found.metadata as Metadata | null,
    currencies: currencies.map((each) => each.currency_code),
  };
}

/** Saves the difference between the locked store and its new state. */
export async function saveStore(tx: Tx, from: Store, to: Store): Promise<void> {
  if (to.default_sales_channel_id && to.default_sales_channel_id !== from.default_sales_channel_id) {
    const [channel] = await lockChannelShared(tx, { id: to.default_sales_channel_id });
    if (!channel) throw notFound("Sales channel", to.default_sales_channel_id);
  }
  await saveCurrencies(tx, from, to);
  await update(tx, to);
}

async function saveCurrencies(tx: Tx, from: Store, to: Store): Promise<void> {
  const added = to.currencies.filter((code) => !from.currencies.includes(code));
  const removed = from.currencies.filter((code) => !to.currencies.includes(code));
  if (added.length > 0) {
    const known = (await addCurrencies(tx, { id: to.id, codes: added })).map((each) => each.currency_code);
    const unknown = added.find((code) => !known.includes(code));
    if (unknown !== undefined) throw invalid(`Currency ${unknown} not found`);
  }
  if (removed.length > 0) await removeCurrencies(tx, { id: to.id, codes: removed });
}

/** Returns whether the store has the currency; if so, it cannot be removed before the transaction ends. */
export async function lockStoreCurrencyShared(tx: Tx, code: string): Promise<boolean> {
  return (await lockCurrencyShared(tx, { code })).length > 0;
}

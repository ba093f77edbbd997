import type { Connection, Tx } from "../../db/database.ts";
import { DEMO_LOCK } from "../load-state.ts";
import { type DemoShop, MOST } from "./discard.ts";
import { emptiedTables, followingTables } from "./emptied-tables.ts";

const counted = (from: string) =>
  `(select count(*)::integer from (select from ${from} limit ${MOST}) counted)`;

export async function readDemoShop(on: Connection): Promise<DemoShop> {
  const [shop] = await on.run<DemoShop & Record<string, unknown>>({
    text: `select exists (select from tradewind.setting where key = 'demo' and value ->> 'state' <> 'discarded') as is_demo,
      coalesce((select name from store order by created_at, id limit 1), '') as name,
      ${counted('"order"')} as orders,
      ${counted(`"order" where metadata -> 'demo' is null`)} as own_orders,
      ${counted("product where deleted_at is null")} as products,
      ${counted("customer where deleted_at is null and has_account")} as customers,
      ${counted("payment where provider_id not in ('manual', 'system')")} as service_payments`,
    values: [],
  });
  return shop!;
}

/** One request at a time. */
export async function lockDiscard(tx: Tx): Promise<void> {
  await tx.run({ text: "select from tradewind.setting where key = 'demo' for update", values: [] });
}

/** False while the demo shop or its orders are being loaded. Until the end of the transaction nothing loads them. */
export async function lockLoading(tx: Tx): Promise<boolean> {
  const [row] = await tx.run<{ locked: boolean }>({
    text: `select pg_try_advisory_xact_lock(hashtext('${DEMO_LOCK}')) as locked`,
    values: [],
  });
  return row!.locked;
}

/** A table of another program that points to what would be emptied, or null. */
export async function findPointer(on: Connection): Promise<string | null> {
  const [row] = await on.run<{ name: string }>({
    text: `select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = any($1::regclass[]) and not conrelid = any($1::regclass[]) limit 1`,
    values: [[...emptiedTables, ...followingTables]],
  });
  return row?.name ?? null;
}

// The state of the demo stays, so that no start loads it again.
const REST = [
  "delete from tradewind.session where customer_id is not null",
  "with places as (delete from address) delete from customer",
  "update country set region_id = null where region_id is not null",
  "delete from region",
  `delete from publishable_api_key_sales_channel where sales_channel_id not in (select default_sales_channel_id from store)`,
  `delete from sales_channel where id not in (select default_sales_channel_id from store)`,
  "delete from shipping_profile where type not in ('default', 'gift_card')",
  `delete from store_currencies where (store_id, currency_code) not in (select id, default_currency_code from store)`,
  "update store set default_location_id = null",
  "update tradewind.paper_number set last = 0",
  "alter sequence order_display_id_seq restart",
  "alter sequence draft_order_display_id_seq restart",
  `update tradewind.setting set value = '{"state": "discarded"}', updated_at = now() where key = 'demo'`,
];

/** One statement, so that no table waits for another one that points to it. Caches learn of it by the triggers. */
export async function emptyShop(tx: Tx, newName: { demo: string; empty: string }): Promise<void> {
  await tx.run({ text: `truncate ${followingTables.join(", ")}`, values: [] });
  await tx.run({ text: `truncate ${emptiedTables.join(", ")}`, values: [] });
  for (const text of REST) await tx.run({ text, values: [] });
  await tx.run({
    text: "update store set name = $2 where name = $1",
    values: [newName.demo, newName.empty],
  });
}

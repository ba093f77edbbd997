import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { adopt } from "./adopting.ts";
import { inDatabase } from "./databases.ts";
import type { Proof } from "./proof.ts";

/** Tables of one order, and the columns that name rows which are copied as well. */
const COPIED: Record<string, readonly string[]> = {
  address: [],
  cart: ["billing_address_id", "shipping_address_id"],
  order: ["cart_id", "billing_address_id", "shipping_address_id"],
  line_item: ["cart_id", "order_id", "original_item_id"],
  line_item_tax_line: ["item_id"],
  line_item_adjustment: ["item_id"],
  shipping_method: ["order_id", "cart_id"],
  shipping_method_tax_line: ["shipping_method_id"],
  payment: ["cart_id", "order_id"],
  payment_session: ["cart_id"],
  fulfillment: ["order_id"],
  fulfillment_item: ["fulfillment_id", "item_id"],
  tracking_link: ["fulfillment_id"],
  refund: ["order_id", "payment_id"],
};

/** What would be the same in every copy, and must be unique. */
const UNIQUE: Record<string, readonly string[]> = {
  order: ["external_id"],
  cart: ["payment_id"],
  payment: ["swap_id"],
  payment_session: ["idempotency_key"],
  fulfillment: ["idempotency_key"],
  refund: ["idempotency_key"],
};

/** Copies of all orders that no return, swap, claim, edit or draft belongs to. */
const CHOSEN = `create temporary table chosen as select o.id, o.cart_id, o.billing_address_id, o.shipping_address_id
  from "order" o where o.cart_id is not null and o.draft_order_id is null
    and not exists (select from "return" where order_id = o.id) and not exists (select from swap where order_id = o.id)
    and not exists (select from claim_order where order_id = o.id) and not exists (select from order_edit where order_id = o.id)`;

const ROWS: Record<string, string> = {
  address: `t.id in (select unnest(array[billing_address_id, shipping_address_id]) from chosen
    union select unnest(array[billing_address_id, shipping_address_id]) from cart where id in (select cart_id from chosen))`,
  cart: "t.id in (select cart_id from chosen)",
  order: "t.id in (select id from chosen)",
  line_item_tax_line: "t.item_id in (select id from line_item where order_id in (select id from chosen))",
  line_item_adjustment: "t.item_id in (select id from line_item where order_id in (select id from chosen))",
  shipping_method_tax_line:
    "t.shipping_method_id in (select id from shipping_method where order_id in (select id from chosen))",
  payment_session: "t.cart_id in (select cart_id from chosen)",
  fulfillment_item:
    "t.fulfillment_id in (select id from fulfillment where order_id in (select id from chosen))",
  tracking_link: "t.fulfillment_id in (select id from fulfillment where order_id in (select id from chosen))",
};

type Ask = <Found>(text: string, values?: unknown[]) => Promise<Found[]>;

/** Multiplies the orders of a shop that lived until there are this many. Ids get the number of the copy at their end. */
async function multiply(ask: Ask, orders: number): Promise<void> {
  await ask(
    "set session_replication_role = replica; set synchronous_commit to off; set maintenance_work_mem to '512MB'",
  );
  await ask(CHOSEN);
  const [{ chosen } = { chosen: 0 }] = await ask<{ chosen: number }>(
    "select count(*)::int as chosen from chosen",
  );
  const copies = Math.ceil(orders / chosen);
  for (const [table, links] of Object.entries(COPIED)) {
    const columns = await ask<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name <> 'display_id' order by ordinal_position`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    const isCopied = (name: string) =>
      (name === "id" && table !== "fulfillment_item") || links.includes(name);
    const value = (name: string) => {
      if (UNIQUE[table]?.includes(name)) return "null";
      return isCopied(name) ? `t."${name}" || '-' || n` : `t."${name}"`;
    };
    // The rows that are there are copied, not the copies of this statement.
    await ask(
      `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")})
       select ${names.map(value).join(", ")} from "${table}" t cross join generate_series(1, ${copies}) n
       where ${ROWS[table] ?? "t.order_id in (select id from chosen)"}`,
    );
    console.log(`          ${table} multiplied`);
  }
  await ask("vacuum analyze");
}

const sizeOf = async (url: string): Promise<number> =>
  inDatabase(url, async (ask) => {
    const [{ size } = { size: "0" }] = await ask<{ size: string }>(
      "select pg_database_size(current_database()) as size",
    );
    return Number(size);
  });

const POLL = 50;

/** How long a reader of orders has waited, at most, while the work was done. */
async function longestWait(url: string, work: () => Promise<void>): Promise<number> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  let [longest, isOver] = [0, false];
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now();
      await reader.query('select status from "order" limit 1');
      longest = Math.max(longest, performance.now() - began);
      await pause(POLL);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await reading;
  await reader.end();
  return longest;
}

export async function adoptMillion(proof: Proof, name: string, orders: number): Promise<void> {
  const { databases } = proof;
  const url = await databases.create("million", name);
  await proof.step(`multiplied to ${orders} orders`, () =>
    inDatabase(url, async (ask) => void (await multiply(ask, orders))).then(() => undefined),
  );
  const before = await sizeOf(url);
  let [output, longest] = ["", 0];
  await proof.step("adopted", async () => {
    longest = await longestWait(url, async () => {
      output = await adopt(proof, url, "--yes");
    });
    return [];
  });
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  console.log(output.split("\n").slice(-6).join("\n"));
  console.log(`longest wait of a reader ${(longest / 1000).toFixed(2)} s`);
  console.log(`disk ${megabytes(before)} before, ${megabytes(await sizeOf(url))} after`);
  await proof.step("undone", async () => void (await adopt(proof, url, "--undo", "--accept-losses")));
  console.log(`disk ${megabytes(await sizeOf(url))} after the undo`);
  await databases.drop("million");
}

import pg from "pg";
import { migrate } from "../../src/db/migrations/migrate.ts";

const FIRST = ["Chiara", "Ada", "Björn", "Carla", "Dora", "Emil", "Freya", "Goran", "Hanna", "Ivo"];
const LAST = [
  "Moretti",
  "Lovelace",
  "Lindqvist",
  "Sanz",
  "Nagy",
  "Brandt",
  "Olsen",
  "Petrov",
  "Weber",
  "Kos",
];
const STYLES = ["Boathouse", "Skerry", "Harbour", "Fjord", "Lantern", "Anchorage"];
const GOODS = ["Jacket", "Sweater", "Smock", "Cap", "Oilskin", "Scarf", "Mitten", "Boot", "Duffel", "Belt"];
const SIZES = ["S", "M", "XL"];

const oneOf = (list: readonly string[], number: string) =>
  `(array[${list.map((each) => `'${each}'`).join(", ")}])[1 + (${number}) % ${list.length}]`;

/** As many orders of as many customers, half of them guests, and as many products with three variants; a tenth as many drafts. */
const statements = (size: number): string[] => [
  `insert into region (id, name, currency_code, tax_rate) values ('reg_BENCH', 'Bench', 'usd', 10)`,
  `insert into address (id, first_name, last_name, address_1, postal_code, city, country_code)
    select 'addr_' || n, ${oneOf(FIRST, "n")}, ${oneOf(LAST, "n / 10")} || n / 1000, 'Quay ' || n, lpad((n % 90000)::text, 5, '1'), 'Bergen', 'no'
    from generate_series(1, ${size}) n`,
  `insert into customer (id, email, first_name, last_name, has_account, created_at)
    select 'cus_' || n, 'person' || n || '@example.com', case when n % 2 = 0 then ${oneOf(FIRST, "n")} end,
      case when n % 2 = 0 then ${oneOf(LAST, "n / 10")} || n / 1000 end, n % 2 = 0, now() - n * interval '1 minute'
    from generate_series(1, ${size}) n`,
  `insert into "order" (id, display_id, status, fulfillment_status, payment_status, customer_id, email, region_id, currency_code,
      shipping_address_id, billing_address_id, created_at)
    select 'order_' || n, n, 'pending', 'not_fulfilled', 'captured', 'cus_' || n, 'person' || n || '@example.com', 'reg_BENCH', 'usd',
      'addr_' || n, 'addr_' || n, now() - (${size} - n) * interval '1 minute'
    from generate_series(1, ${size}) n`,
  `insert into cart (id, type, email, region_id, shipping_address_id, customer_id)
    select 'cart_' || n, 'draft_order', 'person' || n || '@example.com', 'reg_BENCH', 'addr_' || n, 'cus_' || n
    from generate_series(1, ${size} / 10) n`,
  `insert into draft_order (id, display_id, cart_id, status, created_at)
    select 'dorder_' || n, n, 'cart_' || n, 'open', now() - n * interval '1 minute' from generate_series(1, ${size} / 10) n`,
  `insert into product (id, title, handle, status, created_at)
    select 'prod_' || n, ${oneOf(STYLES, "n")} || ' ' || ${oneOf(GOODS, "n / 6")} || ' ' || n, 'product-' || n, 'published',
      now() - n * interval '1 minute'
    from generate_series(1, ${size}) n`,
  `insert into product_variant (id, title, sku, product_id, inventory_quantity, variant_rank)
    select 'variant_' || n || '_' || part, ${oneOf(SIZES, "part")}, 'SKU-' || n || '-' || part, 'prod_' || n, n % 40, part
    from generate_series(1, ${size}) n, generate_series(0, 2) part`,
];

/** What the triggers would have written for each row. */
const TEXTS = [
  `insert into tradewind.order_search (order_id, words)
    select placed.id, concat_ws(E'\\n', placed.display_id, placed.email, tradewind.address_words(goal), buyer.first_name, buyer.last_name)
    from "order" placed join address goal on goal.id = placed.shipping_address_id join customer buyer on buyer.id = placed.customer_id`,
  `insert into tradewind.customer_search (customer_id, words)
    select id, concat_ws(E'\\n', email, first_name, last_name) from customer`,
  `insert into tradewind.draft_order_search (draft_order_id, words)
    select prepared.id, concat_ws(E'\\n', '#' || prepared.display_id, 'D' || prepared.display_id, held.email,
      tradewind.address_words(goal), buyer.first_name, buyer.last_name)
    from draft_order prepared join cart held on held.id = prepared.cart_id
    join address goal on goal.id = held.shipping_address_id join customer buyer on buyer.id = held.customer_id`,
  `insert into tradewind.product_text (product_id, words)
    select named.id, lower(concat_ws(E'\\n', named.title, string_agg(concat_ws(E'\\n', part.title, part.sku), E'\\n' order by part.id)))
    from product named join product_variant part on part.product_id = named.id group by named.id`,
];

const FILLED = ["address", "customer", "order", "cart", "draft_order", "product", "product_variant"].map(
  (name) => `public."${name}"`,
);
const SEARCHED = ["order_search", "customer_search", "draft_order_search", "product_text"];

/** Fills an empty database. */
export async function loadNames(url: string, size: number): Promise<void> {
  await migrate({ connectionString: url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The rows are consistent by construction: neither foreign keys nor triggers need to look at each of them.
    await client.query("set session_replication_role = replica");
    for (const table of FILLED) await client.query(`alter table ${table} disable trigger user`);
    const indexes = await dropIndexes(client);
    for (const text of [...statements(size), ...TEXTS]) await client.query(text);
    for (const definition of indexes) await client.query(definition);
    for (const table of FILLED) await client.query(`alter table ${table} enable trigger user`);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Indexes are made once at the end; those of constraints stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [[...FILLED, ...SEARCHED.map((name) => `tradewind.${name}`)]],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

import pg from "pg";
import { installQueue } from "../../src/jobs/install-queue.ts";

/** Orders of the last three years: two lines each of 500 products, two currencies, 200 countries, every customer orders three times. Every fifth has a discount of 50 codes, of every tenth a piece came back. */
const ORDERS = `
  insert into "order" (id, status, fulfillment_status, payment_status, customer_id, email, region_id, currency_code,
    shipping_address_id, created_at)
  select 'order_' || n, case when n % 50 = 0 then 'canceled' else 'completed' end::order_status_enum, 'shipped', 'captured',
    'cus_' || (n % greatest($1 / 3, 1)), 'c@example.com', case when n % 3 = 0 then 'reg_EUR' else 'reg_USD' end,
    case when n % 3 = 0 then 'eur' else 'usd' end, 'addr_' || (n % 200),
    now() - n * interval '1095 days' / $1
  from generate_series(0, $1 - 1) n`;

const statements = (size: number): [string, unknown[]?][] => [
  [
    `insert into region (id, name, currency_code, tax_rate) values
    ('reg_USD', 'Dollars', 'usd', 10), ('reg_EUR', 'Euros', 'eur', 19)`,
  ],
  [
    `insert into product (id, title, handle, status, thumbnail)
    select 'prod_' || n, 'Product ' || n, 'product-' || n, 'published', null from generate_series(0, 499) n`,
  ],
  [
    `insert into product_variant (id, title, product_id, inventory_quantity, manage_inventory)
    select 'variant_' || n, 'One', 'prod_' || n, n, true from generate_series(0, 499) n`,
  ],
  [
    `insert into address (id, country_code) select 'addr_' || n, iso_2
    from (select iso_2, row_number() over (order by iso_2) - 1 as n from country) known where n < 200`,
  ],
  [
    `insert into customer (id, email) select 'cus_' || n, 'c' || n || '@example.com'
    from generate_series(0, greatest($1::int / 3, 1)) n`,
    [size],
  ],
  [ORDERS.replaceAll("$1", String(size))],
  [
    `insert into line_item (id, order_id, title, unit_price, quantity, variant_id, fulfilled_quantity, shipped_quantity)
    select 'item_' || n || '_' || line, 'order_' || n, 'Goods', 500 + (n * 7 + line * 13) % 9000, 1 + n % 3,
      'variant_' || ((n * 31 + line * 17) % 500), 1, 1
    from generate_series(0, $1::int - 1) n, generate_series(1, 2) line`,
    [size],
  ],
  [
    `insert into line_item_tax_line (id, item_id, rate, name) select 'litl_' || id, id, 10, 'default' from line_item`,
  ],
  [
    `insert into shipping_method (id, order_id, shipping_option_id, price, data)
    select 'sm_' || n, 'order_' || n, 'so_BENCH', 500, '{}' from generate_series(0, $1::int - 1) n`,
    [size],
  ],
  [
    `insert into refund (id, order_id, amount, reason, created_at) select 'ref_' || id, id, 100, 'return',
      created_at + interval '5 days' from "order" where length(id) % 2 = 0 and id like '%7'`,
  ],
  [`insert into discount_rule (id, type, value, allocation) values ('dru_BENCH', 'percentage', 10, 'total')`],
  [
    `insert into discount (id, code, rule_id, is_dynamic, is_disabled, starts_at)
    select 'disc_' || n, 'CODE' || n, 'dru_BENCH', false, false, now() from generate_series(0, 49) n`,
  ],
  [
    `insert into order_discounts (order_id, discount_id) select 'order_' || n, 'disc_' || (n % 50)
    from generate_series(0, $1::int - 1, 5) n`,
    [size],
  ],
  [
    `insert into line_item_adjustment (id, item_id, description, discount_id, amount)
    select 'lia_' || n, 'item_' || n || '_1', 'discount', 'disc_' || (n % 50), 50
    from generate_series(0, $1::int - 1, 5) n`,
    [size],
  ],
  [
    `insert into "return" (id, status, order_id, refund_amount, received_at)
    select 'ret_' || n, 'received', 'order_' || n, 100, now() - n * interval '1095 days' / $1::int + interval '3 days'
    from generate_series(0, $1::int - 1, 10) n`,
    [size],
  ],
  [
    `insert into return_item (return_id, item_id, quantity, received_quantity)
    select 'ret_' || n, 'item_' || n || '_2', 1, 1 from generate_series(0, $1::int - 1, 10) n`,
    [size],
  ],
  [
    `insert into cart (id, region_id, completed_at, created_at) select 'cart_' || n, 'reg_USD',
      case when n % 4 = 0 then now() end, now() - n * interval '90 days' / $1::int
    from generate_series(0, $1::int - 1) n`,
    [size],
  ],
];

const filled = [
  "order",
  "line_item",
  "line_item_tax_line",
  "shipping_method",
  "refund",
  "line_item_adjustment",
  "return",
  "cart",
  "customer",
  "address",
];

/** Fills a database without rows. Returns how long the upgrade takes that queues what is there, in milliseconds. */
export async function loadOrders(url: string, size: number): Promise<number> {
  await installQueue({ connectionString: url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The rows are consistent by construction: neither foreign keys nor triggers need to look at each of them.
    await client.query("set session_replication_role = replica");
    for (const table of filled) await client.query(`alter table "${table}" disable trigger user`);
    for (const [text, values] of statements(size)) await client.query(text, values ?? []);
    for (const table of filled) await client.query(`alter table "${table}" enable trigger user`);
    await client.query("vacuum analyze");
    // The last statements of migrations/0011_analytics.sql.
    const began = performance.now();
    await client.query(
      `insert into tradewind.analytics_order_change (order_id) select id from "order" order by created_at desc`,
    );
    await client.query(`insert into tradewind.analytics_cart_change (cart_id, created_at, reached)
      select id, created_at, 32 from cart where type = 'default' order by created_at desc`);
    return performance.now() - began;
  } finally {
    await client.end();
  }
}

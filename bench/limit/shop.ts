import pg from "pg";
import { logIn, makeShop } from "../checkout/shop.ts";
import { LoadClient } from "../support/client.ts";
import { ADMIN } from "../support/server.ts";

/** Carts with numbers instead of ids: pgbench can count. */
export interface NumberedShop {
  variants: number;
  /** So many carts more, empty or ready to become orders; the number of the first. */
  makeCarts(kind: "empty" | "ready", count: number): Promise<number>;
  count(text: string): Promise<number>;
  close(): Promise<void>;
}

const VARIANTS = 100;

/** The shop is made through the API, with one cart of each kind; the carts that are used up are copies of them. */
export async function makeNumberedShop(url: string, databaseUrl: string): Promise<NumberedShop> {
  const models = await makeModels(url);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await copyVariants(client, models.variantId);
  let made = 0;
  return {
    variants: VARIANTS,
    async makeCarts(kind, count) {
      const first = made + 1;
      made += count;
      const range = { model: models[kind], first, last: made };
      await (kind === "empty"
        ? copyRows(client, "cart", { ...range, changes: "'id', n::text" })
        : copyReady(client, range));
      // Or plans are made for the few rows of before.
      await client.query('analyze cart, line_item, shipping_method, payment_session, "order", payment');
      return first;
    },
    count: async (text) => Number((await client.query({ text, rowMode: "array" })).rows[0]![0]),
    close: () => client.end(),
  };
}

async function makeModels(url: string) {
  const visitor = new LoadClient(url);
  const admin = await logIn(visitor, ADMIN);
  const shop = await makeShop(admin);
  const variantId = shop.variantIds[0]!;
  const create = async (): Promise<string> => {
    const wanted = { region_id: shop.regionId, country_code: shop.country };
    return (await visitor.post("/store/carts", wanted)).cart.id;
  };
  const empty = await create();
  const ready = await create();
  const at = `/store/carts/${ready}`;
  const address = { first_name: "Ada", address_1: "12 St James Square", country_code: shop.country };
  for (const variant_id of shop.variantIds.slice(0, 2)) {
    await visitor.post(`${at}/line-items`, { variant_id, quantity: 1 });
  }
  await visitor.post(at, { email: "ada@example.com", shipping_address: address, billing_address: address });
  await visitor.post(`${at}/shipping-methods`, { option_id: shop.shippingOptionId });
  await visitor.post(`${at}/payment-sessions`);
  visitor.close();
  admin.close();
  return { empty, ready, variantId };
}

interface Copies {
  /** The row that is copied, and which column says so. */
  model: string;
  column?: string;
  first: number;
  last: number;
  /** Columns that differ, as pairs for jsonb_build_object; `n` is the number, `model` the row. */
  changes: string;
}

/** Copies whole rows, whatever columns they have. */
async function copyRows(
  client: pg.Client,
  table: string,
  { model, column = "id", first, last, changes }: Copies,
): Promise<void> {
  await client.query(
    `insert into ${table}
     select copy.* from (select ${table}.*, row_number() over (order by id) as place from ${table} where ${column} = $1) model
     cross join generate_series($2::int, $3::int) n
     cross join lateral jsonb_populate_record(null::${table}, to_jsonb(model) || jsonb_build_object(${changes})) copy`,
    [model, first, last],
  );
}

/** Variants 1, 2, 3 ...: each with the price of the model. */
async function copyVariants(client: pg.Client, model: string): Promise<void> {
  const range = { model, first: 1, last: VARIANTS };
  await copyRows(client, "product_variant", { ...range, changes: "'id', n::text, 'sku', null" });
  await client.query(
    `with priced as (
       insert into money_amount (id, currency_code, amount)
       select n::text, price.currency_code, price.amount from generate_series(1, $2::int) n
       cross join product_variant_money_amount link join money_amount price on price.id = link.money_amount_id
       where link.variant_id = $1 returning id)
     insert into product_variant_money_amount (id, variant_id, money_amount_id) select id, id, id from priced`,
    [model, VARIANTS],
  );
}

async function copyReady(client: pg.Client, range: Omit<Copies, "changes">): Promise<void> {
  const { rows } = await client.query<{ customer: string; shipping: string; billing: string }>(
    `select customer_id as customer, shipping_address_id as shipping, billing_address_id as billing
       from cart where id = $1`,
    [range.model],
  );
  const { customer, shipping, billing } = rows[0]!;
  const copy = (table: string, changes: string, from: Partial<Copies> = {}) =>
    copyRows(client, table, { ...range, changes, ...from });
  const ofCart = { column: "cart_id" };
  await copy("customer", "'id', n::text, 'email', 'buyer-' || n || '@example.com'", { model: customer });
  await copy("address", "'id', 'to-' || n", { model: shipping });
  await copy("address", "'id', 'for-' || n", { model: billing });
  await copy(
    "cart",
    "'id', n::text, 'customer_id', n::text, 'email', 'buyer-' || n || '@example.com', " +
      "'shipping_address_id', 'to-' || n, 'billing_address_id', 'for-' || n",
  );
  const variant = `(1 + (2 * n + model.place) % ${VARIANTS})::text`;
  await copy(
    "line_item",
    `'id', n || '-' || model.place, 'cart_id', n::text, 'variant_id', ${variant}`,
    ofCart,
  );
  await copy("shipping_method", "'id', n::text, 'cart_id', n::text", ofCart);
  await copy("payment_session", "'id', n::text, 'cart_id', n::text", ofCart);
}

import type { Db } from "../../../src/db/database.ts";
import type { Answer, Client } from "../clients/client.ts";

let made = 0;

/** A shop in which carts can be completed. */
export interface Checkout {
  db: Db;
  admin: Client;
  regionId: string;
  shippingOptionId: string;
}

async function created<T = { id: string }>(admin: Client, path: string, body: unknown): Promise<T> {
  const answer = await admin.post(path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.body.message}`);
  return Object.values(answer.body)[0] as T;
}

/** The id of a region in the United States: dollars, 10 % tax, manual providers unless the test names others. */
export async function aHomeRegion(admin: Client, details: Record<string, unknown> = {}): Promise<string> {
  const region = await created(admin, "/admin/regions", {
    name: "Home",
    currency_code: "usd",
    tax_rate: 10,
    countries: ["us"],
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
    ...details,
  });
  return region.id;
}

/** The id of a shipping option for 5.00. */
export async function aHomeOption(
  admin: Client,
  regionId: string,
  details: Record<string, unknown> = {},
): Promise<string> {
  const option = await created(admin, "/admin/shipping-options", {
    name: "By post",
    region_id: regionId,
    provider_id: "manual",
    data: { id: "manual-fulfillment" },
    price_type: "flat_rate",
    amount: 500,
    ...details,
  });
  return option.id;
}

/** Makes the region and the shipping option that a checkout needs. */
export async function openCheckout(
  { db, admin }: Pick<Checkout, "db" | "admin">,
  region: Record<string, unknown> = {},
): Promise<Checkout> {
  const regionId = await aHomeRegion(admin, region);
  return { db, admin, regionId, shippingOptionId: await aHomeOption(admin, regionId) };
}

/** A discount code of 10 %, with a limit of uses if there is one. */
export async function aCode({ admin, regionId }: Checkout, usageLimit?: number) {
  const code = `TEN${++made}`;
  const discount = await created(admin, "/admin/discounts", {
    code,
    rule: { type: "percentage", value: 10, allocation: "total" },
    regions: [regionId],
    ...(usageLimit === undefined ? {} : { usage_limit: usageLimit }),
  });
  return { id: discount.id, code };
}

export const aCard = ({ admin, regionId }: Checkout, value: number) =>
  created<{ id: string; code: string }>(admin, "/admin/gift-cards", { region_id: regionId, value });

/** An order of a cart as the database has it. */
export interface BookedOrder {
  id: string;
  cartId: string;
  payments: number;
  paid: number;
  fromCards: number;
  pieces: number;
  placedEvents: number;
}

export const bookedOrders = ({ db }: Pick<Checkout, "db">, cartIds: readonly string[]) =>
  db.run<BookedOrder>({
    text: `select sold.id, sold.cart_id as "cartId",
        (select count(*) from payment where order_id = sold.id) as payments,
        (select coalesce(sum(amount), 0) from payment where order_id = sold.id) as paid,
        (select coalesce(sum(amount), 0) from gift_card_transaction where order_id = sold.id) as "fromCards",
        (select sum(quantity) from line_item where order_id = sold.id) as pieces,
        (select count(*) from tradewind.event
          where name = 'order.placed' and data ->> 'id' = sold.id) as "placedEvents"
      from "order" sold where sold.cart_id = any($1) order by sold.created_at, sold.id`,
    values: [cartIds],
  });

/** How many payments belong to carts without an order. */
export async function strayPayments(
  { db }: Pick<Checkout, "db">,
  cartIds: readonly string[],
): Promise<number> {
  const [found] = await db.run<{ count: number }>({
    text: "select count(*) as count from payment where cart_id = any($1) and order_id is null",
    values: [cartIds],
  });
  return found!.count;
}

/** The only row of a statement with one value. */
export async function theValue(
  { db }: Pick<Checkout, "db">,
  text: string,
  ...values: unknown[]
): Promise<unknown> {
  const [row] = await db.run({ text, values });
  return Object.values(row!)[0];
}

export const ownStock = (shop: Pick<Checkout, "db">, variantId: string) =>
  theValue(shop, "select inventory_quantity from product_variant where id = $1", variantId);

/** Starts `count` calls at the same time. */
export const atOnce = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

/** How often each status, or status and code, occurs. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 200 ? "200" : `${status} ${body.code ?? body.type}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

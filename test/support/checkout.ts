import type { Db } from "../../src/db/database.ts";
import type { Answer, Client } from "./client.ts";
import { sellOwnQuantities } from "./inventory.ts";

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

/** Ten percent tax, payment by hand, shipping for 5.00. */
export async function openCheckout({ db, admin }: Pick<Checkout, "db" | "admin">): Promise<Checkout> {
  const providers = { payment_providers: ["manual"], fulfillment_providers: ["manual"] };
  const place = { name: "Home", currency_code: "usd", tax_rate: 10, countries: ["us"] };
  const region = await created(admin, "/admin/regions", { ...place, ...providers });
  const option = await created(admin, "/admin/shipping-options", {
    name: "By post",
    region_id: region.id,
    provider_id: "manual",
    data: { id: "manual-fulfillment" },
    price_type: "flat_rate",
    amount: 500,
  });
  return { db, admin, regionId: region.id, shippingOptionId: option.id };
}

/** The database is needed where goods are sold as before beside a location. */
type Shop = Pick<Checkout, "admin"> & Partial<Pick<Checkout, "db">>;

/** A variant with so many pieces of its own, for 10.00 unless said otherwise. */
export async function aSoldVariant({ admin, db }: Shop, quantity: number, amount = 1000): Promise<string> {
  const product = await created<{ variants: { id: string }[] }>(admin, "/admin/products", {
    title: `Sold ${++made}`,
    status: "published",
    options: [{ title: "Size" }],
    variants: [
      {
        title: "One",
        inventory_quantity: quantity,
        manage_inventory: true,
        prices: [{ currency_code: "usd", amount }],
        options: [{ value: "One" }],
      },
    ],
  });
  if (db) await sellOwnQuantities({ db });
  return product.variants[0]!.id;
}

/** The same with its pieces at a location of the shop's sales channel. */
export async function aVariantAtLocation({ admin, db }: Shop, quantity: number) {
  const variantId = await aSoldVariant({ admin, db }, 0);
  const location = await created(admin, "/admin/stock-locations", { name: `Depot ${++made}` });
  if (db) await sellOwnQuantities({ db });
  const { body } = await admin.get("/admin/store");
  const channelId = body.store.default_sales_channel_id;
  await created(admin, `/admin/sales-channels/${channelId}/stock-locations`, { location_id: location.id });
  const { body: inventory } = await admin.get(`/admin/variants/${variantId}/inventory`);
  const itemId: string = inventory.variant.inventory[0].id;
  await created(admin, `/admin/inventory-items/${itemId}/location-levels`, {
    location_id: location.id,
    stocked_quantity: quantity,
  });
  return { variantId, itemId };
}

/** A code of ten percent that may be used so often; without a number as often as wanted. */
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

export const guest = () => ({
  email: `guest${++made}@example.com`,
  shipping_address: { first_name: "Guest", address_1: "Main Street 1", city: "Town", country_code: "us" },
});

interface Wanted {
  items: { variant_id: string; quantity: number }[];
  discounts?: { code: string }[];
  gift_cards?: { code: string }[];
}

/** A cart that lacks nothing but its completion. */
export async function aReadyCart(
  client: Client,
  { regionId }: Pick<Checkout, "regionId">,
  { items, ...codes }: Wanted,
): Promise<string> {
  const cart = await created(client, "/store/carts", { region_id: regionId, items });
  await created(client, `/store/carts/${cart.id}`, { ...guest(), ...codes });
  await created(client, `/store/carts/${cart.id}/payment-sessions`, undefined);
  return cart.id;
}

export const complete = (client: Client, cartId: string, key?: string): Promise<Answer> =>
  client.post(
    `/store/carts/${cartId}/complete`,
    undefined,
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );

/** What the database has of the orders of some carts. */
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

/** Payments of carts that have become no order. */
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

/** So many things begun at the same moment. */
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

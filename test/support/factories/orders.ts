import { newId } from "../../../src/kernel/ids.ts";
import type { Answer, Client } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";
import { aCart, aReadyCart, changeCart, complete, openSessions, type Place, ship } from "./carts.ts";
import { home } from "./customers.ts";
import { aSoldVariant } from "./sold-products.ts";

let bought = 0;

export interface PlacedOrder {
  id: string;
  display_id: number;
  cart_id: string;
  customer_id: string;
  email: string;
  total: number;
  items: { id: string; variant_id: string }[];
}

interface Purchase {
  place: Place;
  variantId?: string;
  quantity?: number;
  /** Instead of one variant. */
  items?: { variantId: string; quantity: number }[];
  email?: string;
  /** Fields of the address that the test decides. */
  address?: Record<string, unknown>;
  optionId?: string;
  optionIds?: string[];
  discounts?: { code: string }[];
  giftCards?: { code: string }[];
  channelId?: string;
  /** In a region with several payment providers. */
  providerId?: string;
}

/** Buys something as a storefront does: cart, addresses, shipping, payment, completion. */
export async function anOrder(client: Client, purchase: Purchase): Promise<PlacedOrder> {
  const { place, email = `buyer-${++bought}@example.com`, optionId } = purchase;
  const items = purchase.items ?? [{ variantId: purchase.variantId!, quantity: purchase.quantity ?? 1 }];
  const cart = await aCart(client, {
    region_id: place.id,
    items: items.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity })),
    ...(purchase.channelId ? { sales_channel_id: purchase.channelId } : {}),
  });
  const address = { ...home, country_code: place.countries[0], ...purchase.address };
  await changeCart(client, cart.id, {
    email,
    shipping_address: address,
    billing_address: address,
    ...(purchase.discounts ? { discounts: purchase.discounts } : {}),
    ...(purchase.giftCards ? { gift_cards: purchase.giftCards } : {}),
  });
  for (const id of purchase.optionIds ?? (optionId ? [optionId] : [])) await ship(client, cart.id, id);
  await openSessions(client, cart.id);
  if (purchase.providerId) {
    await client.post(`/store/carts/${cart.id}/payment-session`, { provider_id: purchase.providerId });
  }
  return placed(await complete(client, cart.id));
}

function placed({ status, body }: Answer) {
  if (status !== 200 || body.type !== "order") throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.data;
}

/** The order of an answer. Throws when the request failed. */
// biome-ignore lint/suspicious/noExplicitAny: tests read orders of every shape
export function orderIn<Order = any>({ status, body }: Answer): Order {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.order;
}

/** An order of a guest with an address in the United States. */
export interface GuestOrder {
  id: string;
  cartId: string;
  /** Of its first line. */
  lineId: string;
  paymentId: string;
  /** The id of the payment at its provider. */
  entry: string;
  total: number;
}

type GuestPurchase = { regionId: string } & Parameters<typeof aReadyCart>[2];

export async function aGuestOrder(client: Client, { regionId, ...cart }: GuestPurchase): Promise<GuestOrder> {
  const cartId = await aReadyCart(client, { regionId }, cart);
  const { id, total, items, payments } = placed(await complete(client, cartId));
  const [payment] = payments;
  return { id, cartId, total, lineId: items[0].id, paymentId: payment?.id, entry: payment?.data.id };
}

/** A guest buys two pairs of new boots for 10.00 each; `stock` pairs were there. */
export async function anOrderOfBoots(
  shop: Pick<TestShop, "admin"> & Partial<Pick<TestShop, "db">>,
  client: Client,
  { regionId, stock }: { regionId: string; stock: number },
): Promise<GuestOrder & { boots: string }> {
  const boots = await aSoldVariant(shop, { stock });
  const order = await aGuestOrder(client, { regionId, items: [{ variant_id: boots, quantity: 2 }] });
  return { ...order, boots };
}

/** Captures the payment of an order. */
export async function paid<Order extends { id: string }>(admin: Client, order: Order): Promise<Order> {
  orderIn(await admin.post(`/admin/orders/${order.id}/capture`));
  return order;
}

/** An order with one line. */
export interface OrderOfOneLine extends PlacedOrder {
  lineId: string;
  variantId: string;
}

type OneLine = Omit<Purchase, "place" | "items" | "optionIds"> & {
  place: Place & { optionId: string };
  price?: number;
};

/** Three pieces for 10.00 each, sent by post, unless the test needs others. */
async function anOrderOfOneLine(shop: TestShop, bought: OneLine): Promise<OrderOfOneLine> {
  const { place, price = 1000, quantity = 3, ...rest } = bought;
  const variantId = bought.variantId ?? (await aSoldVariant(shop, { price, stock: 50 }));
  const { optionId } = place;
  const order = await anOrder(shop.visitor(), { ...rest, place, variantId, quantity, optionId });
  return { ...order, lineId: order.items[0]!.id, variantId };
}

/** An order that was paid and packed through the API. */
export async function aPackedOrder(shop: TestShop, bought: OneLine): Promise<OrderOfOneLine> {
  const order = await anOrderOfOneLine(shop, bought);
  const items = [{ item_id: order.lineId, quantity: bought.quantity ?? 3 }];
  await paid(shop.admin, order);
  orderIn(await shop.admin.post(`/admin/orders/${order.id}/fulfillment`, { items }));
  return order;
}

interface Sent extends OneLine {
  isCaptured?: boolean;
  isSent?: boolean;
  locationId?: string;
}

/** An order that was paid and shipped, written as rows. */
export async function aSentOrder(shop: TestShop, sold: Sent): Promise<OrderOfOneLine> {
  const { isCaptured = true, isSent = true, locationId = null, ...bought } = sold;
  const order = await anOrderOfOneLine(shop, bought);
  if (isCaptured) await capture(shop, order.id);
  if (isSent) await send(shop, order, { quantity: bought.quantity ?? 3, locationId });
  return order;
}

const capture = async ({ db }: TestShop, orderId: string): Promise<void> => {
  await db.run({ text: "update payment set captured_at = now() where order_id = $1", values: [orderId] });
  await db.run({
    text: `update "order" set payment_status = 'captured' where id = $1`,
    values: [orderId],
  });
};

async function send(
  { db }: TestShop,
  { id: orderId, lineId }: OrderOfOneLine,
  { quantity, locationId }: { quantity: number; locationId: string | null },
): Promise<void> {
  const id = newId("ful");
  await db.run({
    text: `insert into fulfillment (id, order_id, provider_id, location_id, data, tracking_numbers, shipped_at)
      values ($1, $2, 'manual', $3, '{}', '[]', now())`,
    values: [id, orderId, locationId],
  });
  await db.run({
    text: "insert into fulfillment_item (fulfillment_id, item_id, quantity) values ($1, $2, $3)",
    values: [id, lineId, quantity],
  });
  await db.run({
    text: "update line_item set fulfilled_quantity = quantity, shipped_quantity = quantity where id = $1",
    values: [lineId],
  });
  await db.run({
    text: `update "order" set fulfillment_status = 'shipped' where id = $1`,
    values: [orderId],
  });
}

/** An order of a guest without lines, written as a row. */
export async function anEmptyOrder(shop: TestShop, regionId: string) {
  const [id, customerId] = [newId("order"), newId("cus")];
  await shop.db.run({
    text: "insert into customer (id, email) values ($1, $2)",
    values: [customerId, `${customerId}@example.com`.toLowerCase()],
  });
  const [order] = await shop.db.run<{ id: string; display_id: number }>({
    text: `insert into "order" (id, customer_id, email, region_id, currency_code)
      select $1, customer.id, customer.email, $2, 'usd' from customer where id = $3 returning id, display_id`,
    values: [id, regionId, customerId],
  });
  return order!;
}

/** Sets columns of an order. */
export async function setOrder({ db }: TestShop, id: string, columns: Record<string, unknown>) {
  for (const [name, value] of Object.entries(columns)) {
    await db.run({ text: `update "order" set "${name}" = $2 where id = $1`, values: [id, value] });
  }
}

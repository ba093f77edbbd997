import type { Answer, Client } from "../clients/client.ts";
import type { TestShop } from "../fixtures/shop.ts";
import { cartIn, openSessions, type ShownCart } from "./carts.ts";
import type { Checkout } from "./checkout.ts";
import { aGuestOrder, type OrderOfOneLine, orderIn, paid } from "./orders.ts";

export interface ShownSwap {
  id: string;
  cart_id: string;
  order_id: string;
  payment_status: string;
  fulfillment_status: string;
  difference_due: number | null;
  confirmed_at: string | null;
  canceled_at: string | null;
  no_notification: boolean | null;
  allow_backorder: boolean;
  shipping_address_id: string | null;
  additional_items: { id: string; variant_id: string; quantity: number; unit_price: number }[];
  return_order: { id: string; status: string; refund_amount: number; location_id: string | null };
  shipping_methods: { id: string }[];
  payment: { id: string; amount: number; captured_at: string | null; canceled_at: string | null } | null;
}

interface Swapped {
  swaps: ShownSwap[];
}

type Wanted = Record<string, unknown> & { pieces?: number; variantId?: string; quantity?: number };

/** Requests a swap of pieces of an order's only line for one piece of another variant. */
export const askForSwap = (shop: TestShop, order: OrderOfOneLine, wanted: Wanted = {}): Promise<Answer> => {
  const { pieces = 1, variantId, quantity = 1, ...details } = wanted;
  return shop.admin.post(`/admin/orders/${order.id}/swaps`, {
    return_items: [{ item_id: order.lineId, quantity: pieces }],
    ...(variantId ? { additional_items: [{ variant_id: variantId, quantity }] } : {}),
    ...details,
  });
};

export const aSwap = async (shop: TestShop, order: OrderOfOneLine, wanted: Wanted = {}): Promise<ShownSwap> =>
  orderIn<Swapped>(await askForSwap(shop, order, wanted)).swaps.at(-1)!;

/** A guest bought one piece of `soldId`, got it, and may swap it for one of `newId`; the swap's payment is open. */
export async function aSwapToConfirm(
  { admin, regionId, shippingOptionId }: Pick<Checkout, "admin" | "regionId" | "shippingOptionId">,
  visitor: Client,
  { soldId, newId }: { soldId: string; newId: string },
) {
  const items = [{ variant_id: soldId, quantity: 1 }];
  const order = await paid(admin, await aGuestOrder(visitor, { regionId, shippingOptionId, items }));
  const pieces = [{ item_id: order.lineId, quantity: 1 }];
  orderIn(await admin.post(`/admin/orders/${order.id}/fulfillment`, { items: pieces }));
  const { swaps } = orderIn<Swapped>(
    await admin.post(`/admin/orders/${order.id}/swaps`, {
      return_items: pieces,
      additional_items: [{ variant_id: newId, quantity: 1 }],
    }),
  );
  const { id, cart_id: cartId, return_order } = swaps[0]!;
  await openSessions(visitor, cartId);
  return { id, cartId, orderId: order.id, returnId: return_order.id, variantId: newId };
}

/** A swap as its order shows it. */
export async function swapIn(admin: Client, { id, order_id }: Pick<ShownSwap, "id" | "order_id">) {
  const { swaps } = orderIn<Swapped>(await admin.get(`/admin/orders/${order_id}`));
  return swaps.find((swap) => swap.id === id)!;
}

/** The customer chooses how the new goods are sent, and a way to pay if there is something to pay. */
export async function prepareSwapCart(client: Client, cartId: string, optionId?: string): Promise<ShownCart> {
  if (optionId) cartIn(await client.post(`/store/carts/${cartId}/shipping-methods`, { option_id: optionId }));
  return cartIn(await client.post(`/store/carts/${cartId}/payment-sessions`));
}

export const completeSwap = (client: Client, cartId: string): Promise<Answer> =>
  client.post(`/store/carts/${cartId}/complete`);

/** A swap that its customer has confirmed. */
export async function aConfirmedSwap(
  shop: TestShop,
  order: OrderOfOneLine,
  wanted: Wanted = {},
): Promise<ShownSwap> {
  const swap = await aSwap(shop, order, wanted);
  await prepareSwapCart(shop.visitor(), swap.cart_id);
  const { status, body } = await completeSwap(shop.visitor(), swap.cart_id);
  if (status !== 200 || body.type !== "swap") throw new Error(`${status}: ${JSON.stringify(body)}`);
  return swapIn(shop.admin, swap);
}

/** Every row that a swap can change, and the number of events: equal before and after means nothing changed. */
export async function swapRowsOf({ db }: TestShop, orderId: string): Promise<unknown> {
  const [rows] = await db.run({
    text: `select (select to_json(sold) from "order" sold where id = $1) as sold,
      (select json_agg(each order by each.id) from swap each where order_id = $1) as swaps,
      (select json_agg(each order by each.id) from cart each
        where metadata ->> 'parent_order_id' = $1) as carts,
      (select json_agg(line order by line.id) from line_item line where order_id = $1
        or cart_id in (select cart_id from swap where order_id = $1)) as lines,
      (select json_agg(back order by back.id) from "return" back
        where order_id = $1 or swap_id in (select id from swap where order_id = $1)) as returns,
      (select json_agg(each order by each.id) from payment each where order_id = $1) as payments,
      (select json_agg(each order by each.id) from refund each where order_id = $1) as refunds,
      (select json_agg(variant.inventory_quantity order by variant.id) from product_variant variant
        where id in (select variant_id from line_item where order_id = $1
          or cart_id in (select cart_id from swap where order_id = $1))) as stock,
      (select count(*) from tradewind.event where data ->> 'id' = $1
        or data ->> 'id' in (select id from swap where order_id = $1)) as events`,
    values: [orderId],
  });
  return rows;
}

/** The names of the events of a swap, oldest first. */
export async function swapEvents({ db }: Pick<TestShop, "db">, id: string): Promise<string[]> {
  const events = await db.run<{ name: string }>({
    text: "select name from tradewind.event where entity_id = $1 order by seq",
    values: [id],
  });
  return events.map(({ name }) => name);
}

import type { TestShop } from "./app.ts";
import { aCart, changeCart, openSessions, type Place, ship } from "./carts.ts";
import type { Client } from "./client.ts";
import { home } from "./customers.ts";

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
  variantId: string;
  quantity?: number;
  email?: string;
  /** What differs from everybody's address. */
  address?: Record<string, unknown>;
  optionId?: string;
  discounts?: { code: string }[];
  giftCards?: { code: string }[];
  channelId?: string;
  /** Where there are several ways to pay. */
  providerId?: string;
}

/** Buys something, as a storefront does it: cart, addresses, shipping, payment, completion. */
export async function anOrder(client: Client, purchase: Purchase): Promise<PlacedOrder> {
  const { place, variantId, quantity = 1, email = `buyer-${++bought}@example.com` } = purchase;
  const cart = await aCart(client, {
    region_id: place.id,
    items: [{ variant_id: variantId, quantity }],
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
  if (purchase.optionId) await ship(client, cart.id, purchase.optionId);
  await openSessions(client, cart.id);
  if (purchase.providerId) {
    await client.post(`/store/carts/${cart.id}/payment-session`, { provider_id: purchase.providerId });
  }
  const { status, body } = await client.post(`/store/carts/${cart.id}/complete`);
  if (status !== 200 || body.type !== "order") throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.data;
}

/** Some columns of an order as other parts of the shop, or v1, would set them. */
export async function setOrder({ db }: TestShop, id: string, columns: Record<string, unknown>) {
  for (const [name, value] of Object.entries(columns)) {
    await db.run({ text: `update "order" set "${name}" = $2 where id = $1`, values: [id, value] });
  }
}

/** What happened to an order afterwards, as v1 keeps it: it was sent, came back, was exchanged and made up for. */
export async function aHistory({ db }: TestShop, order: PlacedOrder): Promise<void> {
  const [line] = order.items;
  const run = (text: string, ...values: unknown[]) => db.run({ text, values });
  await run(
    `insert into fulfillment (id, order_id, provider_id, data, tracking_numbers)
      values ('ful_' || $1, $1, 'manual', '{}', '[]')`,
    order.id,
  );
  await run(
    "insert into fulfillment_item (fulfillment_id, item_id, quantity) values ('ful_' || $1, $2, 1)",
    order.id,
    line!.id,
  );
  await run(
    `insert into tracking_link (id, fulfillment_id, tracking_number) values ('tlink_' || $1, 'ful_' || $1, 'T1')`,
    order.id,
  );
  await run(`insert into "return" (id, order_id, refund_amount) values ('ret_' || $1, $1, 100)`, order.id);
  await run(
    "insert into return_item (return_id, item_id, quantity) values ('ret_' || $1, $2, 1)",
    order.id,
    line!.id,
  );
  await run(
    `insert into refund (id, order_id, amount, reason) values ('ref_' || $1, $1, 100, 'return')`,
    order.id,
  );
  await run(`insert into claim_order (id, order_id, type) values ('claim_' || $1, $1, 'replace')`, order.id);
  await run(
    `insert into claim_item (id, claim_order_id, item_id, variant_id, reason, quantity)
      values ('citm_' || $1, 'claim_' || $1, $2, $3, 'other', 1)`,
    order.id,
    line!.id,
    line!.variant_id,
  );
  await run(
    `insert into swap (id, order_id, fulfillment_status, payment_status)
      values ('swap_' || $1, $1, 'not_fulfilled', 'not_paid')`,
    order.id,
  );
  for (const [column, prefix] of [
    ["claim_order_id", "claim"],
    ["swap_id", "swap"],
  ]) {
    await run(
      `insert into line_item (id, ${column}, title, unit_price, quantity, variant_id)
        values ('item_${prefix}_' || $1, '${prefix}_' || $1, 'Another', 700, 2, $2)`,
      order.id,
      line!.variant_id,
    );
    await run(
      `insert into line_item_tax_line (id, item_id, rate, name, code)
        values ('litl_${prefix}_' || $1, 'item_${prefix}_' || $1, 10, 'default', 'default')`,
      order.id,
    );
  }
}

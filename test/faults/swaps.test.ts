import { afterAll, beforeAll, expect, it } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { ADMIN } from "../support/app.ts";
import { aReadyCart, aSoldVariant, type Checkout, openCheckout, ownStock } from "../support/checkout.ts";
import type { Answer, Client } from "../support/client.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { KillableServer } from "../support/killable-server.ts";
import { adminOf } from "../support/servers.ts";

const KILLS = 8;
const STOCK = 100;

let database: TestDatabase;
let db: Db;
let server: KillableServer;
let shop: Checkout;
let sold: string;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.url, poolSize: 2 });
  server = new KillableServer(database.url);
  shop = await openCheckout({ db, admin: await adminOf(await server.url()) });
  sold = await aSoldVariant(shop, STOCK);
});
afterAll(async () => {
  await server.stop();
  await db.close();
  await database.drop();
  expect(server.faults).toEqual([]);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const succeeded = ({ status, body }: Answer) => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};

async function anAdmin(): Promise<Client> {
  const client = await server.visitor();
  succeeded(await client.post("/admin/auth", ADMIN));
  return client;
}

/** One piece for 10.00 is to be exchanged for another that costs so much. */
async function aPreparedSwap(price: number) {
  const [visitor, admin] = [await server.visitor(), await anAdmin()];
  const variantId = await aSoldVariant({ admin }, 5, price);
  const cartId = await aReadyCart(visitor, shop, { items: [{ variant_id: sold, quantity: 1 }] });
  const shipping = { option_id: shop.shippingOptionId };
  succeeded(await visitor.post(`/store/carts/${cartId}/shipping-methods`, shipping));
  const { data: order } = succeeded(await visitor.post(`/store/carts/${cartId}/complete`));
  const items = [{ item_id: order.items[0].id, quantity: 1 }];
  succeeded(await admin.post(`/admin/orders/${order.id}/capture`));
  succeeded(await admin.post(`/admin/orders/${order.id}/fulfillment`, { items }));
  const body = { return_items: items, additional_items: [{ variant_id: variantId, quantity: 1 }] };
  const { order: shown } = succeeded(await admin.post(`/admin/orders/${order.id}/swaps`, body));
  const [{ id, cart_id }] = shown.swaps;
  succeeded(await visitor.post(`/store/carts/${cart_id}/payment-sessions`));
  return { id, cartId: cart_id, orderId: order.id, variantId };
}

/** Asks, is cut off by a crash at some moment, and asks again. */
async function despiteCrash(ask: () => Promise<Answer>): Promise<Answer> {
  const first = ask().catch(() => null);
  await pause(Math.random() * 40);
  await server.killAndRevive();
  await first;
  return ask();
}

it.each(Array.from({ length: KILLS }, (_, round) => [round % 2 === 0 ? 2500 : 400]))(
  "a swap for something that costs %i is confirmed and settled once, whenever the server is killed",
  async (price) => {
    const swap = await aPreparedSwap(price);
    const confirmed = await despiteCrash(async () =>
      (await server.visitor()).post(`/store/carts/${swap.cartId}/complete`),
    );
    expect(confirmed.body).toMatchObject({ type: "swap", data: { id: swap.id } });
    const path = `/admin/orders/${swap.orderId}/swaps/${swap.id}/process-payment`;
    succeeded(await despiteCrash(async () => (await anAdmin()).post(path)));
    const [booked] = await db.run({
      text: `select payment_status,
          (select coalesce(sum(amount), 0)::int from payment where swap_id = $1 and captured_at is not null) as paid,
          (select coalesce(sum(amount), 0)::int from refund where order_id = $2) as refunded,
          (select json_agg(name order by seq) from tradewind.event where entity_id = $1) as events
        from swap where id = $1`,
      values: [swap.id, swap.orderId],
    });
    const isDue = price > 1000;
    expect(booked).toEqual({
      payment_status: isDue ? "captured" : "difference_refunded",
      paid: isDue ? 1650 : 0,
      refunded: isDue ? 0 : 660,
      events: [
        "swap.created",
        "swap.payment_completed",
        isDue ? "swap.payment_captured" : "swap.refund_processed",
      ],
    });
    expect(await ownStock(shop, swap.variantId)).toBe(4);
  },
  120_000,
);

import { expect } from "vitest";
import type { Answer, Client } from "../support/clients/client.ts";
import { type Checkout, openCheckout, ownStock } from "../support/factories/checkout.ts";
import { expireLeases } from "../support/factories/order-money.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwapToConfirm } from "../support/factories/swaps.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withKillableServer } from "../support/fixtures/with-killable-server.ts";
import { adminOf } from "../support/servers/servers.ts";

const KILLS = 8;
const STOCK = 100;

let shop: Checkout;
let sold: string;
const { it, db, server } = withKillableServer({
  setUp: async () => {
    shop = await openCheckout({ db, admin: await adminOf(await server.url()) });
    sold = await aSoldVariant(shop, { stock: STOCK });
  },
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

/** One piece for 10.00 is to be swapped for one that costs `price`. */
async function aPreparedSwap(price: number) {
  const admin = await adminOf(await server.url());
  const newId = await aSoldVariant({ admin }, { stock: 5, price });
  return aSwapToConfirm({ ...shop, admin }, await server.visitor(), { soldId: sold, newId });
}

/** Asks, is cut off by a crash at some moment, and asks again. */
async function despiteCrash(ask: () => Promise<Answer>): Promise<Answer> {
  const first = ask().catch(() => null);
  await pause(Math.random() * 40);
  await server.killAndRevive();
  await first;
  await expireLeases(db);
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
);

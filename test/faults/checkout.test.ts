import { expect } from "vitest";
import {
  aCard,
  aCode,
  bookedOrders,
  type Checkout,
  openCheckout,
  ownStock,
  theValue,
} from "../support/factories/checkout.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { withKillableServer } from "../support/fixtures/with-killable-server.ts";
import { cases } from "../support/runner/short-form.ts";
import { adminOf } from "../support/servers/servers.ts";
import { expireClaims } from "../support/time/passed-time.ts";
import { ConcurrentShoppers } from "./concurrent-shoppers.ts";
import { type Bought, Shopper, type Wish } from "./shopper.ts";

const KILLS = cases(30);
const SHOPPERS_AT_ONCE = 4;
const STOCK = 100_000;
const CARD = 2500;

let shop: Checkout;
let boots: string;
let socks: { variantId: string; itemId: string };
const { it, db, server } = withKillableServer({
  setUp: async () => {
    shop = await openCheckout({ db, admin: await adminOf(await server.url()) });
    boots = await aSoldVariant(shop, { stock: STOCK });
    socks = await aVariantAtLocation(shop, STOCK);
  },
});

/** Every second shopper has a code; one of the two codes runs out. Every third has a card that the next one has, too. */
async function codesFor() {
  const [always, limited] = [await aCode(shop), await aCode(shop, 8)];
  const cards = await Promise.all(Array.from({ length: 40 }, () => aCard(shop, CARD)));
  const of = (number: number): Wish["codes"] => ({
    ...(number % 2 ? {} : { discounts: [{ code: number % 4 ? limited.code : always.code }] }),
    ...(number % 3 ? {} : { gift_cards: [{ code: cards[Math.floor(number / 6) % cards.length]!.code }] }),
  });
  return { discounts: [always, limited], cards, of };
}

it(`a checkout is neither lost nor done twice when the server is killed ${KILLS} times`, async () => {
  const codes = await codesFor();
  const shoppers = new ConcurrentShoppers(SHOPPERS_AT_ONCE, (number, patience) => {
    const lines = [
      { variant_id: boots, quantity: 1 },
      { variant_id: socks.variantId, quantity: 2 },
    ];
    return new Shopper(server, { ...shop, lines, codes: codes.of(number) }, patience);
  });
  const interrupted: string[] = [];
  const bought = await shoppers.during(async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await server.answered(1 + Math.floor(Math.random() * 40));
      await pause(Math.random() * 20);
      interrupted.push(...shoppers.steps());
      await server.killAndRevive();
    }
    // The claims of the first processes have expired by themselves.
    await expireClaims(db);
  });
  expect(interrupted).toContain("/store/carts/…/complete");
  await expectOneOrderEach(bought);
  await expectStock(bought.length);
  await expectCodes(codes);
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What was acknowledged is there, as it was acknowledged; and nothing else is. */
async function expectOneOrderEach(bought: Bought[]): Promise<void> {
  const orders = await bookedOrders(
    shop,
    bought.map(({ cartId }) => cartId),
  );
  expect(orders.sort(byId)).toEqual(
    bought
      .map(({ orderId, cartId, total, giftCardTotal }) => ({
        id: orderId,
        cartId,
        payments: 1,
        paid: total,
        fromCards: giftCardTotal,
        pieces: 3,
        placedEvents: 1,
      }))
      .sort(byId),
  );
  const counts = await db.run({
    text: `select (select count(*) from "order") as orders, (select count(*) from payment) as payments,
      (select count(*) from cart where completed_at is not null) as completed,
      (select count(*) from tradewind.event where name = 'order.placed') as events`,
    values: [],
  });
  const count = bought.length;
  expect(counts).toEqual([{ orders: count, payments: count, completed: count, events: count }]);
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

async function expectStock(orders: number): Promise<void> {
  expect(await ownStock(shop, boots)).toBe(STOCK - orders);
  const levels = await db.run({
    text: `select stocked_quantity, reserved_quantity, (select sum(quantity) from reservation_item
        where inventory_item_id = $1 and deleted_at is null) as reservations
      from inventory_level where inventory_item_id = $1`,
    values: [socks.itemId],
  });
  const reserved = 2 * orders;
  expect(levels).toEqual([{ stocked_quantity: STOCK, reserved_quantity: reserved, reservations: reserved }]);
}

async function expectCodes({ discounts, cards }: Awaited<ReturnType<typeof codesFor>>): Promise<void> {
  for (const { id } of discounts) {
    const uses = await theValue(shop, "select count(*) from order_discounts where discount_id = $1", id);
    expect(await theValue(shop, "select usage_count from discount where id = $1", id)).toBe(uses);
    expect(uses).toBeGreaterThan(0);
  }
  const spent = `select card.balance + coalesce((select sum(amount) from gift_card_transaction
    where gift_card_id = card.id), 0) from gift_card card where id = $1`;
  for (const { id } of cards) expect(await theValue(shop, spent, id)).toBe(CARD);
  expect(await theValue(shop, "select min(balance) from gift_card")).toBe(0);
}

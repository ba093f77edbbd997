import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aCart, complete, guest } from "../support/factories/carts.ts";
import { atOnce, bookedOrders, type Checkout, openCheckout, tally } from "../support/factories/checkout.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { holdsOf, letExpire, openPayment } from "../support/factories/stock-holds.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

const CARTS = 20;
const PIECES = 5;
const holding = { TRADEWIND_STOCK_HOLD_MINUTES: "15" };

let second: Awaited<ReturnType<typeof anotherProcess>>;
let checkout: Checkout;
let visitors: [Client, Client];
const { it, shop } = withShop(() => startShop(holding));
it.beforeAll(async () => {
  second = await anotherProcess(shop, { ...holding, TRADEWIND_JOBS: "0" });
  checkout = await openCheckout(shop);
  visitors = [shop.visitor(), second.visitor()];
});
it.afterAll(async () => {
  await second.close();
});

const at = (index: number) => visitors[index % 2]!;

/** Carts that lack only their payment. */
const carts = (...items: { variant_id: string; quantity: number }[]) =>
  atOnce(CARTS, async (index) => {
    const { id } = await aCart(at(index), {
      region_id: checkout.regionId,
      items: index % 4 < 2 ? items : items.toReversed(),
    });
    await at(index).post(`/store/carts/${id}`, guest());
    return id;
  });

const one = (variant_id: string) => ({ variant_id, quantity: 1 });

const held = async (variantIds: string[]) => {
  const [row] = await shop.db.run<{ pieces: number }>({
    text: `select coalesce(sum(quantity), 0) as pieces from tradewind.stock_hold where stock_id = any($1)
      or stock_id in (select level.id from inventory_level level
        join product_variant_inventory_item needed on needed.inventory_item_id = level.inventory_item_id
        where needed.variant_id = any($1))`,
    values: [variantIds],
  });
  return row!.pieces;
};

/** Deadlocks that PostgreSQL resolved; the transactions are repeated. */
const deadlocks = async () => {
  const [row] = await shop.db.run<{ deadlocks: number }>({
    text: "select deadlocks from pg_stat_database where datname = current_database()",
    values: [],
  });
  return row!.deadlocks;
};

const refused = { 200: PIECES, "400 insufficient_inventory": CARTS - PIECES };

describe.each([
  { where: "of the variant itself", aStock: (pieces: number) => aSoldVariant(checkout, { stock: pieces }) },
  {
    where: "at a location",
    aStock: async (pieces: number) => (await aVariantAtLocation(checkout, pieces)).variantId,
  },
])("5 pieces $where and 20 carts at two servers", ({ aStock }) => {
  it("are held for exactly 5, who get the orders", async () => {
    const variantId = await aStock(PIECES);
    const ids = await carts(one(variantId));
    const opened = await atOnce(CARTS, (index) => openPayment(at(index), ids[index]!));
    expect(tally(opened)).toEqual(refused);
    expect(await held([variantId])).toBe(PIECES);

    const holders = ids.filter((_, index) => opened[index]!.status === 200);
    const completed = await atOnce(CARTS, (index) => complete(at(index + 1), ids[index]!));
    expect(completed.filter(({ status }) => status === 200)).toHaveLength(PIECES);
    const orders = await bookedOrders(shop, ids);
    expect(orders.map(({ cartId }) => cartId).sort()).toEqual(holders.sort());
    expect(await held([variantId])).toBe(0);
  });

  it("are sold to 5 when all open and complete at once", async () => {
    const variantId = await aStock(PIECES);
    const ids = await carts(one(variantId));
    const answers = await atOnce(CARTS, async (index) => {
      const opened = await openPayment(at(index), ids[index]!);
      return opened.status === 200 ? complete(at(index + 1), ids[index]!) : opened;
    });
    expect(tally(answers)).toEqual(refused);
    expect(await bookedOrders(shop, ids)).toHaveLength(PIECES);
    expect(await held([variantId])).toBe(0);
  });

  it("go to other carts when the holds expire, and to none twice", async () => {
    const variantId = await aStock(PIECES);
    const ids = await carts(one(variantId));
    const opened = await atOnce(CARTS, (index) => openPayment(at(index), ids[index]!));
    const early = ids.filter((_, index) => opened[index]!.status === 200);
    const others = ids.filter((id) => !early.includes(id));
    for (const id of early) await letExpire(shop, id);
    const answers = await atOnce(CARTS, async (index) => {
      const id = [...early, ...others][index]!;
      const again = early.includes(id) ? opened[0]! : await openPayment(at(index), id);
      return early.includes(id) || again.status === 200 ? complete(at(index), id) : again;
    });
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(CARTS - PIECES);
    expect(refusals.every(({ body }) => body.code === "insufficient_inventory")).toBe(true);
    expect(await bookedOrders(shop, ids)).toHaveLength(PIECES);
    expect(await held([variantId])).toBe(0);
  });
});

describe("carts with both kinds of stock, in any order of their lines", () => {
  it("hold all of it or nothing, and do not wait for one another in a circle", async () => {
    const own = [
      await aSoldVariant(checkout, { stock: PIECES }),
      await aSoldVariant(checkout, { stock: PIECES }),
    ];
    const placed = [await aVariantAtLocation(checkout, PIECES), await aVariantAtLocation(checkout, PIECES)];
    const variantIds = [...own, ...placed.map(({ variantId }) => variantId)];
    const ids = await carts(...variantIds.map(one));
    const opened = await atOnce(CARTS, (index) => openPayment(at(index), ids[index]!));
    expect(tally(opened)).toEqual(refused);
    for (const [index, id] of ids.entries()) {
      expect(await holdsOf(shop, id)).toEqual(opened[index]!.status === 200 ? [1, 1, 1, 1] : []);
    }
    expect(await held(variantIds)).toBe(4 * PIECES);
    expect(await deadlocks()).toBe(0);
  });

  it("follow changes of the lines that come at the same moment", async () => {
    const variantId = await aSoldVariant(checkout, { stock: 10 });
    const cart = await aCart(at(0), { region_id: checkout.regionId, items: [one(variantId)] });
    await openPayment(at(0), cart.id);
    const line = `/store/carts/${cart.id}/line-items/${cart.items[0]!.id}`;
    await atOnce(12, (index) => at(index).post(line, { quantity: (index % 10) + 1 }));
    const { body } = await at(0).get(`/store/carts/${cart.id}`);
    expect(await holdsOf(shop, cart.id)).toEqual([body.cart.items[0].quantity]);
  });
});

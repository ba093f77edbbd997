import { describe, expect } from "vitest";
import type { Answer } from "../support/clients/client.ts";
import { complete } from "../support/factories/carts.ts";
import { atOnce, ownStock, tally } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwapToConfirm } from "../support/factories/swaps.ts";
import { withServers } from "../support/fixtures/with-servers.ts";
import { rounds } from "../support/runner/short-form.ts";

const ROUNDS = rounds(3);
const CALLERS = 20;

const { it, servers, shop, admins } = withServers();

const admin = (index: number) => admins[index % admins.length]!;

type Swap = Awaited<ReturnType<typeof aSwapToConfirm>>;

const succeeded = ({ status, body }: Answer) => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};

/** One piece for 10.00 is to be swapped for one of five that cost `price`. */
async function aSwap(price: number): Promise<Swap> {
  const soldId = await aSoldVariant(shop, { stock: 10 });
  const newId = await aSoldVariant(shop, { stock: 5, price });
  return aSwapToConfirm(shop, servers.visitor(0), { soldId, newId });
}

/** What the database has of a swap. */
async function booked({ id, orderId }: Swap) {
  const [found] = await shop.db.run({
    text: `select (select count(*) from swap where order_id = $2 and confirmed_at is not null) as confirmed,
      (select count(*) from payment where swap_id = $1) as payments,
      (select coalesce(sum(amount), 0)::int from refund where order_id = $2) as refunded,
      (select payment_status from swap where id = $1) as status,
      (select json_agg(name order by seq) from tradewind.event where entity_id = $1) as events`,
    values: [id, orderId],
  });
  return found!;
}

describe("20 callers of two processes", () => {
  it.each(ROUNDS)("confirm a swap once, which is paid once, round %i", async () => {
    const swap = await aSwap(2500);
    const answers = await atOnce(CALLERS, (caller) => complete(servers.visitor(caller), swap.cartId));
    expect(tally(answers)).toEqual({ 200: CALLERS });
    for (const { body } of answers) expect(body).toMatchObject({ type: "swap", data: { id: swap.id } });
    expect(await booked(swap)).toEqual({
      confirmed: 1,
      payments: 1,
      refunded: 0,
      status: "awaiting",
      events: ["swap.created", "swap.payment_completed"],
    });
    expect(await ownStock(shop, swap.variantId)).toBe(4);
  });

  it.each(ROUNDS)("settle a swap once that owes the customer something, round %i", async () => {
    const swap = await aSwap(400);
    succeeded(await complete(servers.visitor(1), swap.cartId));
    const path = `/admin/orders/${swap.orderId}/swaps/${swap.id}/process-payment`;
    const answers = await atOnce(CALLERS, (caller) => admin(caller).post(path));
    expect(tally(answers)).toEqual({ 200: CALLERS });
    expect(await booked(swap)).toMatchObject({
      refunded: 660,
      status: "difference_refunded",
      events: ["swap.created", "swap.payment_completed", "swap.refund_processed"],
    });
  });
});

/** The cards of an order with the sum of their values, and what counts as refunded. */
async function credited({ orderId }: Swap) {
  const [found] = await shop.db.run({
    text: `select count(*) as cards, sum(value)::int as value,
      (select coalesce(sum(amount), 0)::int from refund where order_id = $1) as refunded
      from gift_card where order_id = $1`,
    values: [orderId],
  });
  return found!;
}

/** Its new goods are sent by the option of the shop, at no price. */
async function aSwapToSettle(price: number) {
  const swap = await aSwap(price);
  const path = `/admin/orders/${swap.orderId}/swaps/${swap.id}`;
  succeeded(
    await shop.admin.post(`${path}/shipping-methods`, { option_id: shop.shippingOptionId, price: 0 }),
  );
  return { swap, path };
}

describe("20 users in two processes", () => {
  it.each(ROUNDS)("give the difference of a swap as one gift card, round %i", async () => {
    const { swap, path } = await aSwapToSettle(400);
    const answers = await atOnce(CALLERS, (caller) =>
      admin(caller).post(`${path}/confirm`, { settlement: "credited" }),
    );
    expect(tally(answers)).toEqual({ 200: CALLERS });
    expect(await booked(swap)).toMatchObject({ confirmed: 1, status: "difference_refunded" });
    expect(await credited(swap)).toEqual({ cards: 1, value: 660, refunded: 660 });
  });

  it.each(ROUNDS)("refund the difference or give it as a gift card, not both, round %i", async () => {
    const { swap, path } = await aSwapToSettle(400);
    succeeded(await admin(0).post(`${path}/confirm`));
    await atOnce(CALLERS, (caller) =>
      caller % 2 === 0
        ? admin(caller).post(`${path}/confirm`, { settlement: "credited" })
        : admin(caller).post(`${path}/process-payment`),
    );
    expect((await booked(swap)).status).toBe("difference_refunded");
    const { cards, refunded } = await credited(swap);
    expect(refunded).toBe(660);
    expect(cards).toBeLessThanOrEqual(1);
  });

  it.each(ROUNDS)("pay the difference of a swap from a gift card once, round %i", async () => {
    const { swap, path } = await aSwapToSettle(2500);
    const { body } = await shop.admin.post("/admin/gift-cards", { region_id: shop.regionId, value: 9000 });
    const { id, code } = body.gift_card;
    const answers = await atOnce(CALLERS, (caller) =>
      admin(caller).post(`${path}/confirm`, { settlement: "gift_card", gift_card: code }),
    );
    expect(tally(answers)).toEqual({ 200: CALLERS });
    expect(await booked(swap)).toMatchObject({ confirmed: 1, payments: 1, status: "captured" });
    const [card] = await shop.db.run({ text: "select balance from gift_card where id = $1", values: [id] });
    expect(card).toEqual({ balance: 9000 - 1650 });
  });
});

describe("a swap that is confirmed and canceled at the same time", () => {
  it.each(rounds(6))("is one or the other, and its goods are where they belong, round %i", async () => {
    const swap = await aSwap(2500);
    succeeded(await shop.admin.post(`/admin/returns/${swap.returnId}/cancel`));
    const path = `/admin/orders/${swap.orderId}/swaps/${swap.id}/cancel`;
    await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => complete(servers.visitor(index), swap.cartId)),
      ...Array.from({ length: 3 }, (_, index) => admin(index).post(path)),
    ]);
    // In any order of the requests it is canceled in the end, and holds neither money nor goods.
    const { status, events } = await booked(swap);
    expect(status).toBe("canceled");
    expect((events as string[]).filter((name) => name === "swap.canceled")).toHaveLength(1);
    expect(await ownStock(shop, swap.variantId)).toBe(5);
    const [open] = await shop.db.run<{ count: number }>({
      text: "select count(*) as count from payment where swap_id = $1 and canceled_at is null",
      values: [swap.id],
    });
    expect(open!.count).toBe(0);
  });
});

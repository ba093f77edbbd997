import { describe, expect } from "vitest";
import { aGiftCard, type GiftCardView } from "../support/factories/gift-cards.ts";
import { aPackedOrder, type OrderOfOneLine, orderIn } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwap, type ShownSwap, swapEvents, swapIn, swapRowsOf } from "../support/factories/swaps.ts";
import { aMemberWith, aRole } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

let place: ReturnPlace;
/** Sells for 25.00; the sold piece costs 10.00. */
let coat: string;
/** Sells for 4.00. */
let sock: string;

const { it, shop } = withShop(() => startShop());
it.beforeAll(async () => {
  place = await aReturnPlace(shop);
  coat = await aSoldVariant(shop, { price: 2500 });
  sock = await aSoldVariant(shop, { price: 400 });
});

const at = ({ order_id, id }: ShownSwap) => `/admin/orders/${order_id}/swaps/${id}`;
const confirm = (swap: ShownSwap, body: object = {}) => shop.admin.post(`${at(swap)}/confirm`, body);

async function aSwapFor(variantId: string): Promise<{ order: OrderOfOneLine; swap: ShownSwap }> {
  const order = await aPackedOrder(shop, { place });
  const swap = await aSwap(shop, order, { variantId });
  orderIn(await shop.admin.post(`${at(swap)}/shipping-methods`, { option_id: place.optionId, price: 0 }));
  return { order, swap };
}

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  shop.db.run({ text, values }) as never;

const cardsOf = (orderId: string) =>
  rows<GiftCardView & { id: string }>(
    "select id, value, balance, region_id, is_disabled, tax_rate, metadata from gift_card where order_id = $1",
    orderId,
  );

const refundsOf = (orderId: string) =>
  rows<{ amount: number; reason: string; payment_id: string | null }>(
    "select amount, reason, payment_id from refund where order_id = $1",
    orderId,
  );

const cardIn = async (id: string): Promise<GiftCardView> =>
  (await shop.admin.get(`/admin/gift-cards/${id}`)).body.gift_card;

async function dueOf(swap: ShownSwap): Promise<number> {
  const { body } = await shop.admin.get(`/admin/swaps/${swap.id}`);
  return body.swap.cart.total;
}

describe("a difference that the customer is owed, given as a gift card", () => {
  it("is the value of one card of the order's region, once", async () => {
    const { order, swap } = await aSwapFor(sock);
    const [first, second] = await Promise.all([
      confirm(swap, { settlement: "credited" }),
      confirm(swap, { settlement: "credited" }),
    ]);
    expect([first!.status, second!.status]).toEqual([200, 200]);
    const { difference_due, payment_status } = await swapIn(shop.admin, swap);
    expect(payment_status).toBe("difference_refunded");
    const value = -difference_due!;
    expect(value).toBeGreaterThan(0);
    const cards = await cardsOf(order.id);
    expect(cards).toMatchObject([
      { value, balance: value, region_id: place.id, is_disabled: false, tax_rate: null },
    ]);
    const events = await rows("select name, data from tradewind.event where entity_id = $1", cards[0]!.id);
    expect(events).toEqual([{ name: "gift_card.created", data: { id: cards[0]!.id } }]);
    expect(await swapEvents(shop, swap.id)).toContain("swap.difference_credited");
    orderIn(await shop.admin.post(`${at(swap)}/fulfillments`));
  });

  it("counts as paid back: it is not refunded again, and the swap cannot be canceled", async () => {
    const { order, swap } = await aSwapFor(sock);
    orderIn(await confirm(swap, { settlement: "credited" }));
    const [{ value }] = (await cardsOf(order.id)) as [GiftCardView];
    expect(await refundsOf(order.id)).toEqual([{ amount: value, reason: "swap", payment_id: null }]);
    orderIn(await shop.admin.post(`${at(swap)}/process-payment`));
    expect(await refundsOf(order.id)).toHaveLength(1);
    const { refundable_amount } = orderIn<{ refundable_amount: number }>(
      await shop.admin.get(`/admin/orders/${order.id}`),
    );
    const more = await shop.admin.post(`/admin/orders/${order.id}/refund`, {
      amount: refundable_amount + 1,
      reason: "other",
    });
    expect(more.status).toBe(400);
    await shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`);
    expect((await shop.admin.post(`${at(swap)}/cancel`)).status).toBe(400);
  });

  it("can be decided later, once, in place of the refund", async () => {
    const { order, swap } = await aSwapFor(sock);
    orderIn(await confirm(swap));
    expect(await cardsOf(order.id)).toEqual([]);
    orderIn(await confirm(swap, { settlement: "credited" }));
    orderIn(await confirm(swap, { settlement: "credited" }));
    expect(await cardsOf(order.id)).toHaveLength(1);
    expect((await swapIn(shop.admin, swap)).payment_status).toBe("difference_refunded");
    expect(await refundsOf(order.id)).toHaveLength(1);
  });

  it("shows its code only to users who may see codes", async () => {
    const { order, swap } = await aSwapFor(sock);
    const { client: clerk } = await aMemberWith(
      shop,
      await aRole(shop, "orders:read", "returns:write", "payments:write", "gift-cards:read"),
    );
    const answer = await clerk.post(`${at(swap)}/confirm`, { settlement: "credited" });
    expect(answer.status).toBe(200);
    const [{ id }] = (await cardsOf(order.id)) as [GiftCardView];
    const { code } = await cardIn(id);
    expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    expect(JSON.stringify(answer.body)).not.toContain(code);
    expect((await clerk.get(`/admin/gift-cards/${id}`)).body.gift_card.code).toBe(
      `****-****-****-${code.slice(-4)}`,
    );
  });
});

describe("a difference that the customer owes, paid with a gift card", () => {
  it("is taken from its balance once", async () => {
    const { swap } = await aSwapFor(coat);
    const due = await dueOf(swap);
    const card = await aGiftCard(shop, place.id, { value: 5000 });
    const paying = { settlement: "gift_card", gift_card: card.code, difference_due: due };
    const answers = await Promise.all([confirm(swap, paying), confirm(swap, paying)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await cardIn(card.id)).balance).toBe(5000 - due);
    expect(await swapIn(shop.admin, swap)).toMatchObject({
      payment_status: "captured",
      difference_due: due,
      payment: { amount: due },
    });
    const { body } = await shop.admin.get(`/admin/gift-cards/${card.id}/transactions`);
    expect(body).toMatchObject({ count: 1, transactions: [{ amount: due, order_id: swap.order_id }] });
    expect(await swapEvents(shop, swap.id)).toContain("swap.gift_card_used");
    const logged = "select body from tradewind.audit_entry where path = $1";
    await until(async () => (await rows(logged, `${at(swap)}/confirm`)).length > 0);
    expect(JSON.stringify(await rows(logged, `${at(swap)}/confirm`))).not.toContain(card.code);
    orderIn(await shop.admin.post(`${at(swap)}/fulfillments`));
  });

  it("disables a card that it uses up", async () => {
    const { swap } = await aSwapFor(coat);
    const card = await aGiftCard(shop, place.id, { value: await dueOf(swap) });
    orderIn(await confirm(swap, { settlement: "gift_card", gift_card: card.code }));
    expect(await cardIn(card.id)).toMatchObject({ balance: 0, is_disabled: true });
  });
});

describe("it is refused", () => {
  async function expectRefused(
    swap: ShownSwap,
    body: object,
    expected: { status: number; message: unknown },
  ) {
    const before = await swapRowsOf(shop, swap.order_id);
    const cards = await cardsOf(swap.order_id);
    const { status, body: answer } = await confirm(swap, body);
    expect({ status, message: answer.message }).toMatchObject(expected);
    expect(await swapRowsOf(shop, swap.order_id)).toEqual(before);
    expect(await cardsOf(swap.order_id)).toEqual(cards);
  }

  it("with a card that has too little, is unknown, disabled or of another region", async () => {
    const { swap } = await aSwapFor(coat);
    const paying = (code: string) => ({ settlement: "gift_card", gift_card: code });
    const poor = await aGiftCard(shop, place.id, { value: 100 });
    await expectRefused(swap, paying(poor.code), {
      status: 409,
      message: expect.stringContaining("gift_card"),
    });
    expect((await cardIn(poor.id)).balance).toBe(100);
    await expectRefused(swap, paying("NOPE"), { status: 404, message: expect.stringContaining("NOPE") });
    const disabled = await aGiftCard(shop, place.id, { value: 9000, is_disabled: true });
    await expectRefused(swap, paying(disabled.code), {
      status: 400,
      message: expect.stringContaining("disabled"),
    });
  });

  it("without a code, with a code that no settlement uses, and the wrong way round", async () => {
    const { swap } = await aSwapFor(coat);
    await expectRefused(
      swap,
      { settlement: "gift_card" },
      { status: 400, message: expect.stringContaining("gift_card") },
    );
    await expectRefused(
      swap,
      { settlement: "waived", gift_card: "ABCD" },
      { status: 400, message: expect.stringContaining("gift_card") },
    );
    await expectRefused(
      swap,
      { settlement: "credited" },
      { status: 400, message: expect.stringContaining("owes") },
    );
    const { swap: owed } = await aSwapFor(sock);
    const card = await aGiftCard(shop, place.id);
    await expectRefused(
      owed,
      { settlement: "gift_card", gift_card: card.code },
      { status: 400, message: expect.stringContaining("owed") },
    );
  });

  it("once it was waived, or is still to be paid", async () => {
    const { swap } = await aSwapFor(coat);
    orderIn(await confirm(swap, { settlement: "waived" }));
    await expectRefused(swap, { settlement: "credited" }, { status: 400, message: expect.any(String) });
  });

  it("to users who may not move money", async () => {
    const { swap } = await aSwapFor(sock);
    const { client: clerk } = await aMemberWith(shop, await aRole(shop, "orders:read", "returns:write"));
    const { status } = await clerk.post(`${at(swap)}/confirm`, { settlement: "credited" });
    expect(status).toBe(403);
    expect(await cardsOf(swap.order_id)).toEqual([]);
  });

  it("for an order whose payment is not captured", async () => {
    const order = await aPackedOrder(shop, { place });
    await shop.db.run({
      text: "update payment set captured_at = null where order_id = $1",
      values: [order.id],
    });
    const swap = await aSwap(shop, order, { variantId: sock });
    orderIn(await shop.admin.post(`${at(swap)}/shipping-methods`, { option_id: place.optionId, price: 0 }));
    await expectRefused(
      swap,
      { settlement: "credited" },
      { status: 400, message: expect.stringContaining("paid") },
    );
  });
});

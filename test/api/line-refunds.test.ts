import { describe, expect } from "vitest";
import { Refusal } from "../../src/kernel/refusal.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { booksOf, expireLeases } from "../support/factories/order-money.ts";
import { anOrder, aPackedOrder, type OrderOfOneLine, orderIn, paid } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwap } from "../support/factories/swaps.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";

const ledger = new LedgerPayment();
let place: ReturnPlace;
const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(ledger);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aReturnPlace(shop, { tax_rate: 10, payment_providers: ["ledger"] });
});
it.afterEach(() => {
  ledger.beforeMoving = async () => {};
  ledger.afterMoving = async () => {};
});

/** Three pieces for 11.00 with tax, and the post for 5.50: 38.50. */
const aSentOrder = (details: object = {}) => aPackedOrder(shop, { place, ...details });

const refundsOf = ({ id }: { id: string }, rest = "") => `/admin/orders/${id}/line-refunds${rest}`;
const pieces = (order: OrderOfOneLine, quantity: number) => [{ item_id: order.lineId, quantity }];
const preview = (order: { id: string }, body: object) => shop.admin.post(refundsOf(order, "/preview"), body);
const refund = (order: { id: string }, body: object, key?: string) =>
  shop.admin.post(
    refundsOf(order),
    { restock: false, reason: "other", ...body },
    key ? { headers: { "idempotency-key": key } } : {},
  );
const moneyOf = async ({ id }: { id: string }) =>
  (await shop.admin.get(`/admin/orders/${id}/money`)).body.money;
const stockOf = async (variantId: string): Promise<number> =>
  (await shop.admin.get(`/admin/variants/${variantId}`)).body.variant.inventory_quantity;

describe("a refund by lines", () => {
  it("is calculated with tax and shipping, and changes nothing before it is made", async () => {
    const order = await aSentOrder();
    const { body } = await preview(order, { items: pieces(order, 2), shipping_amount: 275 });
    expect(body.preview).toEqual({
      currency_code: "usd",
      lines: [{ item_id: order.lineId, quantity: 2, amount: 2200, tax: 200 }],
      shipping: { amount: 275, tax: 25 },
      value: 2475,
      tax: 225,
      amount: 2475,
    });
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 0, refunds: [] });
    expect(await moneyOf(order)).toMatchObject({
      captured_total: 3850,
      refundable_amount: 3850,
      lines: [{ item_id: order.lineId, refundable_quantity: 3 }],
      shipping: { total: 550, refundable: 550 },
      line_refunds: [],
    });
  });

  it("is paid back once, and the order says for which pieces", async () => {
    const order = await aSentOrder();
    const request = { items: pieces(order, 1), shipping_amount: 550, note: "Late", reason: "discount" };
    const answers = [await refund(order, request, "once"), await refund(order, request, "once")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await booksOf(shop.db, order.id)).toMatchObject({
      status: "partially_refunded",
      refunded: 1650,
      refunds: [1650],
    });
    const { refunds } = answers[0]!.body.order;
    expect(refunds).toMatchObject([{ amount: 1650, reason: "discount", note: "Late" }]);
    expect(await moneyOf(order)).toMatchObject({
      refunded_total: 1650,
      refundable_amount: 2200,
      lines: [{ refundable_quantity: 2 }],
      shipping: { total: 550, refundable: 0 },
      line_refunds: [
        {
          refund_id: refunds[0].id,
          is_restocked: false,
          return_id: null,
          shipping_amount: 550,
          shipping_tax: 50,
          lines: [{ item_id: order.lineId, quantity: 1, amount: 1100, tax: 100 }],
        },
      ],
    });
  });

  it("takes the pieces back into stock as a return that is received", async () => {
    const order = await aSentOrder();
    const before = await stockOf(order.variantId);
    const shown = orderIn(await refund(order, { items: pieces(order, 2), restock: true, reason: "return" }));
    expect(shown.returns).toMatchObject([{ status: "received", refund_amount: 2200 }]);
    expect(shown.items[0].returned_quantity).toBe(2);
    expect(shown.fulfillment_status).toBe("partially_returned");
    expect(await stockOf(order.variantId)).toBe(before + 2);
    expect((await moneyOf(order)).line_refunds).toMatchObject([
      { is_restocked: true, return_id: shown.returns[0].id },
    ]);
    expect((await moneyOf(order)).lines).toMatchObject([{ refundable_quantity: 1 }]);
  });

  it("pays the last pieces to the cent of what was paid", async () => {
    const { code } = await aDiscount(shop, place.id, {
      rule: { type: "fixed", value: 100, allocation: "total" },
    });
    const order = await aSentOrder({ price: 333, discounts: [{ code }] });
    const all = (await moneyOf(order)).captured_total;
    await refund(order, { items: pieces(order, 1) });
    await refund(order, { items: pieces(order, 1) });
    await refund(order, { items: pieces(order, 1), shipping_amount: 550 });
    expect(await booksOf(shop.db, order.id)).toMatchObject({ status: "refunded", refunded: all });
  });

  it("pays no more than was paid in money where a gift card paid a part", async () => {
    const { code } = await aGiftCard(shop, place.id, { value: 3000 });
    const order = await aSentOrder({ giftCards: [{ code }] });
    const { captured_total: captured } = await moneyOf(order);
    const { body } = await preview(order, { items: pieces(order, 3) });
    expect(body.preview.value).toBe(3300);
    expect(body.preview.amount).toBe(captured);
    await refund(order, { items: pieces(order, 3) });
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: captured });
    expect((await refund(order, { items: [], shipping_amount: 550 })).status).toBe(400);
  });

  it("is not paid a second time when the piece is returned", async () => {
    const order = await aSentOrder();
    await refund(order, { items: pieces(order, 3) });
    await refund(order, { items: [], shipping_amount: 550 });
    const returned = await shop.admin.post(`/admin/orders/${order.id}/return`, { items: pieces(order, 1) });
    expect(orderIn(returned).returns.at(-1).refund_amount).toBe(0);
    const exchange = { return_items: pieces(order, 1) };
    const { body } = await shop.admin.post(`/admin/orders/${order.id}/exchange-preview`, exchange);
    expect(body.preview.refund_amount).toBe(0);
  });
});

describe("a refund by lines is refused", () => {
  it.each([
    ["a line of another order", { items: [{ item_id: "item_unknown", quantity: 1 }] }, 404, "items"],
    ["no pieces", { items: [{ item_id: "x", quantity: 0 }] }, 400, "quantity"],
    ["nothing chosen", { items: [] }, 400, "items"],
    ["more shipping than was paid", { items: [], shipping_amount: 551 }, 400, "shipping_amount"],
    ["a negative amount", { items: [], shipping_amount: -1 }, 400, "shipping_amount"],
    ["an unknown reason", { items: [], shipping_amount: 5, reason: "bored" }, 400, "reason"],
    ["an unknown location", { restock: true, location_id: "sloc_unknown" }, 404, "StockLocation"],
  ])("for %s", async (_, body, status, words) => {
    const order = await aSentOrder();
    const answer = await refund(order, { items: pieces(order, 1), ...body });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(words);
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 0, refunds: [] });
  });

  it("for pieces that were returned or refunded", async () => {
    const order = await aSentOrder();
    await refund(order, { items: pieces(order, 1), restock: true });
    await refund(order, { items: pieces(order, 1) });
    const answer = await refund(order, { items: pieces(order, 2) });
    expect(answer.body.message).toContain("only 1 of");
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 2200 });
  });

  it("for pieces in an open return, which pays them when it arrives", async () => {
    const order = await aSentOrder();
    const asked = await shop.admin.post(`/admin/orders/${order.id}/return`, { items: pieces(order, 2) });
    const { id } = orderIn(asked).returns.at(-1);
    expect((await moneyOf(order)).lines).toMatchObject([{ refundable_quantity: 1 }]);
    for (const restock of [false, true]) {
      const answer = await refund(order, { items: pieces(order, 2), restock });
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("open return")]);
    }
    expect((await refund(order, { items: pieces(order, 1) })).status).toBe(200);
    await shop.admin.post(`/admin/returns/${id}/receive`, { items: pieces(order, 2) });
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 3300, refunds: [1100, 2200] });
  });

  it("for pieces that were exchanged, also while the exchange is open", async () => {
    const order = await aSentOrder();
    const variantId = await aSoldVariant(shop, { price: 1000 });
    const swap = await aSwap(shop, order, { pieces: 2, variantId, quantity: 2 });
    expect((await refund(order, { items: pieces(order, 2) })).body.message).toContain("only 1 of");
    orderIn(
      await shop.admin.post(`/admin/orders/${order.id}/swaps/${swap.id}/shipping-methods`, {
        option_id: place.optionId,
        price: 0,
      }),
    );
    orderIn(await shop.admin.post(`/admin/orders/${order.id}/swaps/${swap.id}/confirm`, {}));
    expect((await refund(order, { items: pieces(order, 2) })).status).toBe(400);
    await shop.admin.post(`/admin/returns/${swap.return_order.id}/receive`, { items: pieces(order, 2) });
    expect((await moneyOf(order)).lines).toMatchObject([{ refundable_quantity: 1 }]);
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 0 });
  });

  it("for pieces that a claim has compensated", async () => {
    const order = await aSentOrder();
    const claimed = pieces(order, 2).map((each) => ({ ...each, reason: "other" }));
    const claim = { type: "refund", claim_items: claimed, refund_amount: 2200 };
    orderIn(await shop.admin.post(`/admin/orders/${order.id}/claims`, claim));
    expect((await refund(order, { items: pieces(order, 2) })).body.message).toContain("only 1 of");
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 2200 });
  });

  it("and the refunded pieces cannot be exchanged for others, by the customer either", async () => {
    const order = await aSentOrder();
    const variant_id = await aSoldVariant(shop, { price: 1000 });
    await refund(order, { items: pieces(order, 2) });
    const exchange = (quantity: number) => ({
      return_items: pieces(order, quantity),
      additional_items: [{ variant_id, quantity }],
    });
    const answers = [
      await shop.admin.post(`/admin/orders/${order.id}/swaps`, exchange(2)),
      await shop.visitor().post("/store/swaps", { order_id: order.id, ...exchange(2) }),
      await shop.admin.post(`/admin/orders/${order.id}/exchange-preview`, exchange(2)),
    ];
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([400, expect.stringContaining("only 1 of")]);
    orderIn(await shop.admin.post(`/admin/orders/${order.id}/swaps`, exchange(1)));
  });

  it("for one of two that come at the same time", async () => {
    const order = await aSentOrder();
    const both = await Promise.all([
      refund(order, { items: pieces(order, 2) }),
      refund(order, { items: pieces(order, 2) }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 2200 });
  });

  it("while the payment is not captured, and for a gift card", async () => {
    const card = await aSoldVariant(shop, { product: { is_giftcard: true } });
    const variantId = await aSoldVariant(shop);
    const items = [card, variantId].map((id) => ({ variantId: id, quantity: 1 }));
    const order = await anOrder(shop.visitor(), { place, items, optionId: place.optionId });
    const of = (id: string) => [
      { item_id: order.items.find(({ variant_id }) => variant_id === id)!.id, quantity: 1 },
    ];
    expect((await refund(order, { items: of(variantId) })).body.message).toContain(
      "Nothing of what was paid",
    );
    await paid(shop.admin, order);
    expect((await refund(order, { items: of(card) })).body.message).toContain("gift card");
    expect((await refund(order, { items: of(variantId) })).status).toBe(200);
  });

  it("without the permission for money, and with restock for parcels", async () => {
    const order = await aSentOrder();
    const body = { items: pieces(order, 1), reason: "other" };
    const packer = await aMemberWith(shop, await aRole(shop, "orders:write", "fulfillments:write"));
    const answer = await packer.client.post(refundsOf(order), { ...body, restock: true });
    expect(answer).toMatchObject(lacking("payments:write"));
    const books = await aMemberWith(shop, await aRole(shop, "orders:read", "payments:write"));
    const restocking = await books.client.post(refundsOf(order), { ...body, restock: true });
    expect(restocking).toMatchObject(lacking("fulfillments:write"));
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 0 });
  });

  it("if the payment service refuses, and its pieces can be refunded later", async () => {
    const order = await aSentOrder();
    ledger.beforeMoving = async () => {
      throw new Refusal("not_allowed", "The card is closed");
    };
    const refused = await refund(order, { items: pieces(order, 3), restock: true });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("The card is closed") },
    });
    ledger.beforeMoving = async () => {};
    expect((await moneyOf(order)).lines).toMatchObject([{ refundable_quantity: 3 }]);
    await refund(order, { items: pieces(order, 3) });
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 3300, refunds: [3300] });
  });

  it("while it is not clear whether the payment service has paid", async () => {
    const order = await aSentOrder();
    ledger.afterMoving = async () => {
      throw new Error("the line is dead");
    };
    expect((await refund(order, { items: pieces(order, 3), restock: true })).status).toBe(409);
    expect((await moneyOf(order)).lines).toMatchObject([{ refundable_quantity: 0 }]);
    ledger.afterMoving = async () => {};
    await expireLeases(shop.db);
    expect((await refund(order, { items: pieces(order, 1) })).status).toBe(400);
    // The service is called again with the same key for any next movement: it paid once.
    await refund(order, { items: [], shipping_amount: 550 });
    expect(await booksOf(shop.db, order.id)).toMatchObject({ refunded: 3850 });
  });
});

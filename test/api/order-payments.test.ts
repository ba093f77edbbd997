import { describe, expect } from "vitest";
import { WAITS } from "../../src/http/waits.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Answer } from "../support/clients/client.ts";
import { aHomeRegion } from "../support/factories/checkout.ts";
import { anotherPayment, booksOf, expireLeases } from "../support/factories/order-money.ts";
import { aGuestOrder, type GuestOrder, paid } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";

const ledger = new LedgerPayment();
let regionId: string;
let boots: string;
const waits = { ...WAITS };
const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(ledger);
  return startShop({}, { providers, waits });
});
it.beforeAll(async () => {
  regionId = await aHomeRegion(shop.admin, { payment_providers: ["ledger"] });
  boots = await aSoldVariant(shop, { stock: 100_000 });
});
it.afterEach(() => {
  ledger.beforeMoving = async () => {};
  ledger.afterMoving = async () => {};
});

/** Two pairs for 10.00 each, ten percent tax: 22.00. */
const order = () => aGuestOrder(shop.visitor(), { regionId, items: [{ variant_id: boots, quantity: 2 }] });

const capture = ({ id }: GuestOrder) => shop.admin.post(`/admin/orders/${id}/capture`);
const refund = ({ id }: GuestOrder, body: unknown, key?: string): Promise<Answer> =>
  shop.admin.post(
    `/admin/orders/${id}/refund`,
    body,
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );

const aPaidOrder = async () => paid(shop.admin, await order());

const told = async (name: string, { id }: { id: string }) =>
  (await announced(shop.db, name)).filter((data) => data["id"] === id);

const kinds = ({ entry }: GuestOrder) => ledger.movedOf(entry).map(({ kind, amount }) => ({ kind, amount }));

const refusesWith = (message: string) => async () => {
  throw new Refusal("not_allowed", message);
};
const breakingOff = async () => {
  throw new Error("the line is dead");
};

describe("capturing an order", () => {
  it("captures its money and announces it", async () => {
    const placed = await order();
    const { status, body } = await capture(placed);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ id: placed.id, payment_status: "captured", paid_total: 2200 });
    expect(body.order.payments).toMatchObject([
      { id: placed.paymentId, captured_at: expect.any(String), amount_refunded: 0 },
    ]);
    expect(kinds(placed)).toEqual([{ kind: "capture", amount: 2200 }]);
    expect(await told("order.payment_captured", placed)).toEqual([{ id: placed.id, no_notification: null }]);
  });

  it("takes it once, also for repeated requests", async () => {
    const placed = await aPaidOrder();
    expect((await capture(placed)).body.order.payment_status).toBe("captured");
    expect(ledger.asked.filter(({ entry }) => entry === placed.entry)).toHaveLength(1);
    expect(await told("order.payment_captured", placed)).toHaveLength(1);
  });

  it("keeps the record of earlier refunds", async () => {
    const placed = await aPaidOrder();
    await refund(placed, { amount: 100, reason: "other" });
    expect((await capture(placed)).body.order.payment_status).toBe("partially_refunded");
  });

  it("needs action when the payment service refuses, and may be tried again", async () => {
    const placed = await order();
    ledger.beforeMoving = refusesWith("The card has expired");
    const { status, body } = await capture(placed);
    expect(status).toBe(200);
    expect(body.order.payment_status).toBe("requires_action");
    expect(body.order.payments).toMatchObject([{ captured_at: null }]);
    expect(await told("order.payment_capture_failed", placed)).toEqual([
      {
        id: placed.id,
        payment_id: placed.paymentId,
        error: "The payment could not be captured: The card has expired",
        no_notification: null,
      },
    ]);
    expect(await told("order.payment_captured", placed)).toEqual([]);
    ledger.beforeMoving = async () => {};
    expect((await capture(placed)).body.order.payment_status).toBe("captured");
  });

  it("finds out later whether a service that broke off has taken the money", async () => {
    const placed = await order();
    ledger.afterMoving = breakingOff;
    expect((await capture(placed)).body.order.payment_status).toBe("requires_action");
    ledger.afterMoving = async () => {};
    await expireLeases(shop.db);
    expect((await capture(placed)).body.order.payment_status).toBe("captured");
    expect(kinds(placed)).toEqual([{ kind: "capture", amount: 2200 }]);
    expect(await told("order.payment_captured", placed)).toHaveLength(1);
  });

  it("is done once by twenty requests at the same moment", async () => {
    const placed = await order();
    const answers = await Promise.all(Array.from({ length: 20 }, () => capture(placed)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.order.payment_status))).toEqual(new Set(["captured"]));
    expect(ledger.asked.filter(({ entry }) => entry === placed.entry)).toHaveLength(1);
    expect(await told("order.payment_captured", placed)).toHaveLength(1);
  });

  it("agrees with the notification that the service has taken the money by itself", async () => {
    const placed = await order();
    const news = { kind: "captured", resourceId: placed.cartId, data: { id: placed.entry } };
    const tell = () => shop.visitor().post("/hooks/payment/ledger", news);
    ledger.beforeMoving = async () => {
      expect((await tell()).status).toBe(200);
    };
    expect((await capture(placed)).body.order.payment_status).toBe("captured");
    expect((await tell()).status).toBe(200);
    expect(await told("order.payment_captured", placed)).toHaveLength(1);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "captured", captured: 2200 });
  });

  it("calls no provider when the service has reported the capture", async () => {
    const placed = await order();
    const news = { kind: "captured", resourceId: placed.cartId, data: { id: placed.entry } };
    await shop.visitor().post("/hooks/payment/ledger", news);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "captured", captured: 2200 });
    expect((await capture(placed)).body.order.payment_status).toBe("captured");
    expect(kinds(placed)).toEqual([]);
  });

  it("is refused for unknown orders and for visitors", async () => {
    expect(await shop.admin.post("/admin/orders/order_unknown/capture")).toMatchObject({
      status: 404,
      body: { type: "not_found" },
    });
    expect((await shop.visitor().post(`/admin/orders/${(await order()).id}/capture`)).status).toBe(401);
  });
});

describe("refunding an order", () => {
  it("refunds a part, then the rest, and announces both", async () => {
    const placed = await aPaidOrder();
    const part = await refund(placed, { amount: 500, reason: "discount", note: "sorry" });
    expect(part.status).toBe(200);
    expect(part.body.order).toMatchObject({
      payment_status: "partially_refunded",
      refunded_total: 500,
      refundable_amount: 1700,
      refunds: [{ order_id: placed.id, payment_id: null, amount: 500, reason: "discount", note: "sorry" }],
      payments: [{ amount_refunded: 500 }],
    });
    const rest = await refund(placed, { amount: 1700, reason: "other", no_notification: true });
    expect(rest.body.order).toMatchObject({ payment_status: "refunded", refundable_amount: 0 });
    expect(kinds(placed)).toEqual([
      { kind: "capture", amount: 2200 },
      { kind: "refund", amount: 500 },
      { kind: "refund", amount: 1700 },
    ]);
    const [first, second] = rest.body.order.refunds.map(({ id }: { id: string }) => id).sort();
    expect(await told("order.refund_created", placed)).toEqual([
      { id: placed.id, refund_id: first, no_notification: null },
      { id: placed.id, refund_id: second, no_notification: true },
    ]);
  });

  it("is refused before the money is there, and beyond it", async () => {
    const placed = await order();
    expect(await refund(placed, { amount: 100, reason: "other" })).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "Refund amount is greater that the refundable amount" },
    });
    await capture(placed);
    expect(await refund(placed, { amount: 2201, reason: "other" })).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "Cannot refund more than the original order amount" },
    });
    expect(await booksOf(shop.db, placed.id)).toEqual({
      status: "captured",
      captured: 2200,
      refunded: 0,
      refunds: [],
    });
  });

  it.each([
    [{ amount: 1 }, "reason"],
    [{ amount: 1, reason: "mood" }, "reason"],
    [{ reason: "other" }, "amount"],
    [{ amount: 0, reason: "other" }, "amount"],
    [{ amount: -1, reason: "other" }, "amount"],
    [{ amount: 1.5, reason: "other" }, "amount"],
    [{ amount: "1", reason: "other" }, "amount"],
    [{ amount: 3e9, reason: "other" }, "amount"],
    [{ amount: 1, reason: "other", note: 7 }, "note"],
    [{ amount: 1, reason: "other", extra: true }, "extra"],
  ])("is refused with %j", async (body, field) => {
    const placed = await aPaidOrder();
    const answer = await refund(placed, body);
    expect(answer).toMatchObject({ status: 400, body: { type: "invalid_data" } });
    expect(answer.body.message).toContain(field);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 0, refunds: [] });
  });

  it("changes nothing when the payment service refuses, and may be tried again", async () => {
    const placed = await aPaidOrder();
    ledger.beforeMoving = refusesWith("The account is closed");
    expect(await refund(placed, { amount: 500, reason: "other" })).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "The payment could not be refunded: The account is closed" },
    });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "captured", refunded: 0, refunds: [] });
    ledger.beforeMoving = async () => {};
    expect((await refund(placed, { amount: 500, reason: "other" })).status).toBe(200);
    const keys = ledger.asked.filter(({ entry, kind }) => entry === placed.entry && kind === "refund");
    expect(new Set(keys.map(({ key }) => key)).size).toBe(2);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 500, refunds: [500] });
  });

  it("gives money once when the answer of the service was lost and the request comes again", async () => {
    const placed = await aPaidOrder();
    ledger.afterMoving = breakingOff;
    const unclear = await refund(placed, { amount: 500, reason: "other" });
    expect(unclear).toMatchObject({ status: 409, body: { type: "conflict" } });
    expect(unclear.body.message).toContain("It is not known");
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 0, refunds: [] });
    ledger.afterMoving = async () => {};
    expect((await refund(placed, { amount: 500, reason: "other" })).status).toBe(200);
    expect(kinds(placed).filter(({ kind }) => kind === "refund")).toEqual([{ kind: "refund", amount: 500 }]);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 500, refunds: [500] });
    expect(await told("order.refund_created", placed)).toHaveLength(1);
  });

  it("finishes an operation with unknown result before it makes another refund of the payment", async () => {
    const placed = await aPaidOrder();
    ledger.afterMoving = breakingOff;
    await refund(placed, { amount: 500, reason: "other" });
    expect(await refund(placed, { amount: 2200, reason: "other" })).toMatchObject({ status: 409 });
    ledger.afterMoving = async () => {};
    expect(await refund(placed, { amount: 2200, reason: "other" })).toMatchObject({ status: 400 });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 500, refunds: [500] });
    expect((await refund(placed, { amount: 1700, reason: "other" })).status).toBe(200);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "refunded", refunded: 2200 });
  });

  it("gives money once for an Idempotency-Key, also when the first attempt has died", async () => {
    const placed = await aPaidOrder();
    const body = { amount: 500, reason: "other" };
    let died: Promise<unknown> | undefined;
    // The first attempt hangs until its key and its movement have gone to the second one.
    ledger.afterMoving = async () => {
      ledger.afterMoving = async () => {};
      await expireLeases(shop.db);
      await shop.db.run({
        text: "update tradewind.idempotency set locked_until = now() where key = 'refund-1'",
        values: [],
      });
      died = refund(placed, body, "refund-1");
      await died;
    };
    const slow = await refund(placed, body, "refund-1");
    expect(await died).toMatchObject({ status: 200 });
    expect(slow.status).toBe(409);
    expect((await refund(placed, body, "refund-1")).status).toBe(200);
    expect(kinds(placed).filter(({ kind }) => kind === "refund")).toHaveLength(1);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 500, refunds: [500] });
    expect(await told("order.refund_created", placed)).toHaveLength(1);
    expect((await refund(placed, body, "refund-2")).status).toBe(200);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 1000 });
  });

  it("never refunds more than was captured, with requests at the same moment", async () => {
    const placed = await aPaidOrder();
    const amounts = Array.from({ length: 20 }, (_, index) => 150 + index);
    const answers = await Promise.all(amounts.map((amount) => refund(placed, { amount, reason: "other" })));
    const given = amounts.filter((_, index) => answers[index]!.status === 200);
    const sum = given.reduce((total, amount) => total + amount, 0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(sum).toBeLessThanOrEqual(2200);
    expect(sum).toBeGreaterThan(2200 - 170);
    const books = await booksOf(shop.db, placed.id);
    expect(books.refunded).toBe(sum);
    expect([...books.refunds].sort()).toEqual(given.sort());
  });

  it("takes it from one payment after the other, captured ones only", async () => {
    const placed = await aPaidOrder();
    const second = await anotherPayment(shop.db, placed, { amount: 300, isCaptured: true });
    await anotherPayment(shop.db, placed, { amount: 400, isCaptured: false });
    expect(await refund(placed, { amount: 2501, reason: "other" })).toMatchObject({
      status: 400,
      body: { message: "Refund amount is greater that the refundable amount" },
    });
    const { body } = await refund(placed, { amount: 2400, reason: "other" });
    const refundedOf = new Map(
      body.order.payments.map((payment: { id: string; amount_refunded: number }) => [
        payment.id,
        payment.amount_refunded,
      ]),
    );
    expect(refundedOf.get(placed.paymentId)).toBe(2200);
    expect(refundedOf.get(second)).toBe(200);
    expect(body.order.refunds).toMatchObject([{ amount: 2400 }]);
  });

  it("records the first refund when a second service refuses, and refunds only the rest later", async () => {
    const placed = await aPaidOrder();
    await anotherPayment(shop.db, placed, { amount: 300, isCaptured: true });
    ledger.beforeMoving = async ({ amount }) => {
      if (amount === 300) throw new Refusal("not_allowed", "Closed");
    };
    expect(await refund(placed, { amount: 2500, reason: "other" })).toMatchObject({ status: 400 });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({
      status: "partially_refunded",
      refunded: 2200,
      refunds: [2200],
    });
    ledger.beforeMoving = async () => {};
    expect(await refund(placed, { amount: 2500, reason: "other" })).toMatchObject({ status: 400 });
    expect((await refund(placed, { amount: 300, reason: "other" })).status).toBe(200);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "refunded", refunded: 2500 });
  });

  it("reports that another one is running when that takes too long", async () => {
    const placed = await aPaidOrder();
    await shop.db.run({
      text: `insert into tradewind.payment_operation (id, kind, payment_id, order_id, amount, purpose, claimed_until,
          next_try_at) values ('mov_slow', 'refund', $1, $2, 100, 'return:slow', now() + interval '1 hour', now())`,
      values: [placed.paymentId, placed.id],
    });
    waits.busyPayment = 200;
    const refused = await refund(placed, { amount: 100, reason: "other" });
    waits.busyPayment = WAITS.busyPayment;
    expect(refused).toMatchObject({ status: 409, body: { type: "conflict" } });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 0 });
  });
});

describe("one payment", () => {
  it("is read with one statement", async () => {
    const placed = await aPaidOrder();
    const { result, statements } = await countingStatements(shop.db, () =>
      shop.admin.get(`/admin/payments/${placed.paymentId}`),
    );
    expect(statements).toHaveLength(1);
    expect(result.body).toEqual({
      payment: {
        id: placed.paymentId,
        swap_id: null,
        cart_id: placed.cartId,
        order_id: placed.id,
        amount: 2200,
        currency_code: "usd",
        amount_refunded: 0,
        provider_id: "ledger",
        data: { id: placed.entry },
        captured_at: expect.any(String),
        canceled_at: null,
        metadata: null,
      },
    });
    const expanded = await shop.admin.get(`/admin/payments/${placed.paymentId}?fields=amount&expand=order`);
    expect(expanded.body.payment).toMatchObject({ amount: 2200, order: { id: placed.id } });
  });

  it("is captured, and its order is paid by that", async () => {
    const placed = await order();
    const { status, body } = await shop.admin.post(`/admin/payments/${placed.paymentId}/capture`);
    expect(status).toBe(200);
    expect(body.payment).toMatchObject({ id: placed.paymentId, captured_at: expect.any(String) });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "captured", captured: 2200 });
    expect((await shop.admin.post(`/admin/payments/${placed.paymentId}/capture`)).status).toBe(200);
    expect(kinds(placed)).toHaveLength(1);
    expect(await told("payment.payment_captured", { id: placed.paymentId })).toHaveLength(1);
    expect(await told("order.payment_captured", placed)).toHaveLength(1);
  });

  it("reports why it cannot be captured", async () => {
    const placed = await order();
    ledger.beforeMoving = refusesWith("The card has expired");
    expect(await shop.admin.post(`/admin/payments/${placed.paymentId}/capture`)).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "The payment could not be captured: The card has expired" },
    });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "requires_action", captured: 0 });
    expect(await told("payment.payment_capture_failed", { id: placed.paymentId })).toHaveLength(1);
  });

  const refundPayment = (id: string, body: unknown) => shop.admin.post(`/admin/payments/${id}/refund`, body);

  it("is refunded, and its order knows", async () => {
    const placed = await aPaidOrder();
    const { status, body } = await refundPayment(placed.paymentId, {
      amount: 700,
      reason: "claim",
      note: "torn",
    });
    expect(status).toBe(200);
    expect(body.refund).toMatchObject({
      id: expect.stringMatching(/^ref_/),
      order_id: placed.id,
      payment_id: placed.paymentId,
      amount: 700,
      reason: "claim",
      note: "torn",
    });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({
      status: "partially_refunded",
      refunded: 700,
      refunds: [700],
    });
    expect(await told("payment.payment_refund_created", { id: body.refund.id })).toHaveLength(1);
  });

  it("gives no more back than it has", async () => {
    const placed = await order();
    expect(await refundPayment(placed.paymentId, { amount: 1, reason: "other" })).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: `Payment ${placed.paymentId} is not captured` },
    });
    await capture(placed);
    await refundPayment(placed.paymentId, { amount: 2000, reason: "other" });
    expect(await refundPayment(placed.paymentId, { amount: 201, reason: "other" })).toMatchObject({
      status: 400,
      body: { message: `Only 200 can be refunded from Payment ${placed.paymentId}` },
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refundPayment(placed.paymentId, { amount: 200, reason: "other" })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "refunded", refunded: 2200 });
  });

  it("announces that a refund was refused", async () => {
    const placed = await aPaidOrder();
    ledger.beforeMoving = refusesWith("Closed");
    expect((await refundPayment(placed.paymentId, { amount: 1, reason: "other" })).status).toBe(400);
    expect(await told("payment.payment_refund_failed", { id: placed.paymentId })).toMatchObject([
      { error: "The payment could not be refunded: Closed" },
    ]);
  });

  it("is unknown", async () => {
    const unknown = { status: 404, body: { type: "not_found" } };
    expect(await shop.admin.get("/admin/payments/pay_unknown")).toMatchObject(unknown);
    expect(await shop.admin.post("/admin/payments/pay_unknown/capture")).toMatchObject(unknown);
    expect(await refundPayment("pay_unknown", { amount: 1, reason: "other" })).toMatchObject(unknown);
  });

  it("may belong to no order", async () => {
    const placed = await order();
    const id = await anotherPayment(shop.db, placed, { amount: 900, isCaptured: false });
    await shop.db.run({ text: "update payment set order_id = null where id = $1", values: [id] });
    expect((await shop.admin.post(`/admin/payments/${id}/capture`)).status).toBe(200);
    const { body } = await refundPayment(id, { amount: 900, reason: "other" });
    expect(body.refund).toMatchObject({ order_id: null, payment_id: id, amount: 900 });
  });
});

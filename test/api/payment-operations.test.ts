import { describe, expect } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { WAITS } from "../../src/http/waits.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import {
  type CancelResult,
  cancelPayments,
  type MoneyDeps,
  paymentWork,
  type RecordedRefund,
  type RefundPlan,
  withRefund,
} from "../../src/modules/orders/payments/index.ts";
import { entities } from "../../src/modules.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { announced } from "../support/checks/announced-events.ts";
import { aHomeRegion } from "../support/factories/checkout.ts";
import { booksOf, expireLeases } from "../support/factories/order-money.ts";
import { aGuestOrder, type GuestOrder, paid } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";

const ledger = new LedgerPayment();
let deps: MoneyDeps;
let regionId: string;
let boots: string;
const providers = new ProviderRegistry();
providers.payment.add(ledger);
const { it, shop } = withShop(() => startShop({}, { providers }));
it.beforeAll(async () => {
  deps = { db: shop.db, providers, waits: WAITS, graph: new Graph(shop.db, new Registry(entities)) };
  regionId = await aHomeRegion(shop.admin, { payment_providers: ["ledger"] });
  boots = await aSoldVariant(shop, { stock: 100_000 });
});
it.afterEach(() => {
  ledger.beforeMoving = async () => {};
  ledger.afterMoving = async () => {};
});

const post = ({ id }: GuestOrder, action: string, body?: unknown) =>
  shop.admin.post(`/admin/orders/${id}/${action}`, body);

const anOpenOrder = () =>
  aGuestOrder(shop.visitor(), { regionId, items: [{ variant_id: boots, quantity: 2 }] });

const aPaidOrder = async () => paid(shop.admin, await anOpenOrder());

const refundsAt = ({ entry }: GuestOrder) => ledger.movedOf(entry).filter(({ kind }) => kind === "refund");

/** What a return wants: some money, for the return. */
const forReturn = ({ id: orderId }: GuestOrder, amount: number): RefundPlan => ({
  orderId,
  amount,
  reason: "return",
  operationKey: `return:of-${orderId}`,
});

function giveBack(plan: RefundPlan | null): Promise<readonly RecordedRefund[]> {
  return withRefund(
    deps,
    async () => plan,
    async (_tx, refunds) => refunds,
  );
}

const finishAll = () =>
  paymentWork(deps).tasks["payments-finish"]!({}, { attempt: 1, isStopping: () => false });

describe("a refund for an operation key", () => {
  it("is recorded before the change is applied, which sets the status of the order itself", async () => {
    const placed = await aPaidOrder();
    const seen = await withRefund(
      deps,
      async () => forReturn(placed, 300),
      async (tx, refunds) => ({
        refunds,
        rows: await tx.run({ text: "select amount from refund where order_id = $1", values: [placed.id] }),
      }),
    );
    expect(seen).toEqual({
      refunds: [{ id: expect.stringMatching(/^ref_/), amount: 300, reason: "return", isNew: true }],
      rows: [{ amount: 300 }],
    });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "captured", refunded: 300 });
  });

  it("is made once", async () => {
    const placed = await aPaidOrder();
    const all = await Promise.all(Array.from({ length: 10 }, () => giveBack(forReturn(placed, 300))));
    expect(new Set(all.map(([refund]) => refund!.id)).size).toBe(1);
    expect(all.filter(([refund]) => refund!.isNew)).toHaveLength(1);
    expect(refundsAt(placed)).toHaveLength(1);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 300, refunds: [300] });
  });

  it("may be empty", async () => {
    const placed = await aPaidOrder();
    expect(await giveBack(null)).toEqual([]);
    expect(await giveBack(forReturn(placed, 0))).toEqual([]);
    expect(refundsAt(placed)).toEqual([]);
  });

  it("is recorded even if the change fails afterwards, and the next attempt finds it", async () => {
    const placed = await aPaidOrder();
    const failing = withRefund(
      deps,
      async () => forReturn(placed, 300),
      async () => {
        throw new Refusal("not_allowed", "The return has changed");
      },
    );
    await expect(failing).rejects.toThrow("The return has changed");
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 300, refunds: [300] });
    expect(await giveBack(forReturn(placed, 300))).toMatchObject([{ amount: 300, isNew: false }]);
    expect(refundsAt(placed)).toHaveLength(1);
  });

  it("is not made if the plan is refused", async () => {
    const placed = await aPaidOrder();
    const refused = withRefund(
      deps,
      async () => {
        throw new Refusal("not_allowed", "Not today");
      },
      async () => {},
    );
    await expect(refused).rejects.toThrow("Not today");
    expect(refundsAt(placed)).toEqual([]);
  });

  it("is refused above the refundable amount", async () => {
    const placed = await aPaidOrder();
    await giveBack(forReturn(placed, 2000));
    const other = { ...forReturn(placed, 201), operationKey: `claim:of-${placed.id}` };
    await expect(giveBack(other)).rejects.toThrow("Cannot refund more than the original order amount");
    expect(await giveBack({ ...other, amount: 200 })).toMatchObject([{ amount: 200 }]);
  });
});

describe("operations that were left pending", () => {
  it("are finished by the job: it records the refund of a return, and leaves the return to a repeated request", async () => {
    const placed = await aPaidOrder();
    ledger.afterMoving = async () => {
      throw new Error("the line is dead");
    };
    await expect(giveBack(forReturn(placed, 300))).rejects.toThrow("It is not known");
    ledger.afterMoving = async () => {};
    await finishAll();
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 0 });
    await expireLeases(shop.db);
    await finishAll();
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "captured", refunds: [300] });
    expect(await giveBack(forReturn(placed, 300))).toMatchObject([{ amount: 300, isNew: false }]);
    expect(refundsAt(placed)).toHaveLength(1);
  });

  it("are finished by the job with their consequences: captures, refunds, cancellations", async () => {
    const [first, second, third] = [await anOpenOrder(), await aPaidOrder(), await anOpenOrder()];
    ledger.beforeMoving = async () => {
      throw new Error("the line is dead");
    };
    expect((await post(first, "capture")).body.order.payment_status).toBe("requires_action");
    expect((await post(second, "refund", { amount: 2200, reason: "other" })).status).toBe(409);
    expect((await post(third, "cancel")).status).toBe(409);
    ledger.beforeMoving = async () => {};
    await expireLeases(shop.db);
    await finishAll();
    expect(await booksOf(shop.db, first.id)).toMatchObject({ status: "captured", captured: 2200 });
    expect(await booksOf(shop.db, second.id)).toMatchObject({ status: "refunded", refunds: [2200] });
    expect(await booksOf(shop.db, third.id)).toMatchObject({ status: "canceled" });
    const ordersIn = async (name: string) => (await announced(shop.db, name)).map(({ id }) => id);
    expect(await ordersIn("order.payment_captured")).toContain(first.id);
    expect(await ordersIn("order.refund_created")).toContain(second.id);
    expect(await ordersIn("order.canceled")).toContain(third.id);
  });

  it("are retried with growing delays while the service is unreachable", async () => {
    const placed = await aPaidOrder();
    ledger.beforeMoving = async () => {
      throw new Error("the line is dead");
    };
    await expect(giveBack(forReturn(placed, 300))).rejects.toThrow("It is not known");
    const asked = () => ledger.asked.filter(({ entry, kind }) => entry === placed.entry && kind === "refund");
    await expireLeases(shop.db);
    await finishAll();
    await finishAll();
    expect(asked()).toHaveLength(2);
    expect(new Set(asked().map(({ key }) => key)).size).toBe(1);
  });

  it("end when the service refuses", async () => {
    const placed = await aPaidOrder();
    ledger.afterMoving = async () => {
      throw new Error("the line is dead");
    };
    await expect(giveBack(forReturn(placed, 300))).rejects.toThrow();
    ledger.beforeMoving = async () => {
      throw new Refusal("not_allowed", "Closed");
    };
    await expireLeases(shop.db);
    await finishAll();
    const rows = await shop.db.run({
      text: "select state, refusal from tradewind.payment_operation where order_id = $1 and kind = 'refund'",
      values: [placed.id],
    });
    expect(rows).toEqual([{ state: "refused", refusal: "The payment could not be refunded: Closed" }]);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ refunded: 0, refunds: [] });
  });
});

describe("payments that are canceled", () => {
  const letGo = ({ id: orderId, paymentId }: GuestOrder) =>
    cancelPayments(
      deps,
      async () => ({ orderId, paymentIds: [paymentId] }),
      async (_tx, result): Promise<CancelResult> => result,
    );

  it("are canceled once", async () => {
    const placed = await anOpenOrder();
    const results = await Promise.all(Array.from({ length: 5 }, () => letGo(placed)));
    for (const result of results) expect(result).toEqual({ canceled: [placed.paymentId], failed: [] });
    expect(ledger.asked.filter(({ entry }) => entry === placed.entry)).toHaveLength(1);
  });

  it("cannot be captured any more", async () => {
    const placed = await anOpenOrder();
    await letGo(placed);
    expect(await shop.admin.post(`/admin/payments/${placed.paymentId}/capture`)).toMatchObject({
      status: 400,
      body: { message: "The payment was canceled" },
    });
  });

  it("must not be captured", async () => {
    const placed = await aPaidOrder();
    expect(await letGo(placed)).toEqual({
      canceled: [],
      failed: [{ paymentId: placed.paymentId, reason: "The payment was captured" }],
    });
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ captured: 2200 });
  });
});

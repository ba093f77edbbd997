import { describe, expect } from "vitest";
import { Refusal } from "../../src/kernel/refusal.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { announced } from "../support/checks/announced-events.ts";
import { aCard, aCode, aHomeRegion, ownStock, theValue } from "../support/factories/checkout.ts";
import { anotherPayment, booksOf, expireLeases } from "../support/factories/order-money.ts";
import { aGuestOrder, anOrderOfBoots, type GuestOrder } from "../support/factories/orders.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";

const STOCK = 100;

const ledger = new LedgerPayment();
let regionId: string;
const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(ledger);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  regionId = await aHomeRegion(shop.admin, { payment_providers: ["ledger"] });
});
it.afterEach(() => {
  ledger.beforeMoving = async () => {};
  ledger.afterMoving = async () => {};
});

const post = ({ id }: GuestOrder, action: string, body?: unknown) =>
  shop.admin.post(`/admin/orders/${id}/${action}`, body);
const cancel = (placed: GuestOrder) => post(placed, "cancel");

async function bootsOrder() {
  const order = await anOrderOfBoots(shop, shop.visitor(), { regionId, stock: STOCK });
  expect(await ownStock(shop, order.boots)).toBe(STOCK - 2);
  return order;
}

const told = async (name: string, { id }: GuestOrder) =>
  (await announced(shop.db, name)).filter((data) => data["id"] === id);

const moves = ({ entry }: GuestOrder) => ledger.movedOf(entry).map(({ kind, amount }) => ({ kind, amount }));

const statesOf = async ({ id }: GuestOrder) => {
  const { order } = (await shop.admin.get(`/admin/orders/${id}`)).body;
  const { status, payment_status, fulfillment_status, canceled_at } = order;
  return { status, payment_status, fulfillment_status, canceled_at };
};

const canceled = {
  status: "canceled",
  payment_status: "canceled",
  fulfillment_status: "canceled",
  canceled_at: expect.any(String),
};
const untouched = {
  status: "pending",
  payment_status: "awaiting",
  fulfillment_status: "not_fulfilled",
  canceled_at: null,
};

describe("canceling an order", () => {
  it("releases its money, puts its goods back and is announced", async () => {
    const placed = await bootsOrder();
    const { status, body } = await cancel(placed);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ id: placed.id, ...canceled, refunds: [] });
    expect(body.order.payments).toMatchObject([{ captured_at: null, canceled_at: expect.any(String) }]);
    expect(moves(placed)).toEqual([{ kind: "cancel", amount: 2200 }]);
    expect(await ownStock(shop, placed.boots)).toBe(STOCK);
    expect(await told("order.canceled", placed)).toEqual([{ id: placed.id, no_notification: null }]);
  });

  it("does all of that once, also for repeated requests", async () => {
    const placed = await bootsOrder();
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(placed)));
    answers.push(await cancel(placed));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(ledger.asked.filter(({ entry }) => entry === placed.entry)).toHaveLength(1);
    expect(await ownStock(shop, placed.boots)).toBe(STOCK);
    expect(await told("order.canceled", placed)).toHaveLength(1);
  });

  it("ends the reservations of its goods at locations", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 10);
    const placed = await aGuestOrder(shop.visitor(), {
      regionId,
      items: [{ variant_id: variantId, quantity: 3 }],
    });
    const reserved = () =>
      theValue(shop, "select reserved_quantity from inventory_level where inventory_item_id = $1", itemId);
    expect(await reserved()).toBe(3);
    expect((await cancel(placed)).status).toBe(200);
    expect(await reserved()).toBe(0);
    const open = "select count(*) from reservation_item where inventory_item_id = $1 and deleted_at is null";
    expect(await theValue(shop, open, itemId)).toBe(0);
  });

  it("refunds the captured amount", async () => {
    const placed = await bootsOrder();
    await post(placed, "capture");
    const { status, body } = await cancel(placed);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ ...canceled, refunded_total: 2200, refundable_amount: 0 });
    expect(body.order.refunds).toMatchObject([{ amount: 2200, reason: "other", note: "Order canceled" }]);
    expect(moves(placed)).toEqual([
      { kind: "capture", amount: 2200 },
      { kind: "refund", amount: 2200 },
    ]);
    const [refund] = body.order.refunds;
    expect(await told("order.refund_created", placed)).toEqual([
      { id: placed.id, refund_id: refund.id, no_notification: null },
    ]);
    expect((await cancel(placed)).status).toBe(200);
    expect(await ownStock(shop, placed.boots)).toBe(STOCK);
  });

  it("releases one payment and refunds another", async () => {
    const placed = await bootsOrder();
    await anotherPayment(shop.db, placed, { amount: 300, isCaptured: true });
    expect((await cancel(placed)).body.order).toMatchObject({ ...canceled, refunded_total: 300 });
    expect(moves(placed)).toEqual([
      { kind: "cancel", amount: 2200 },
      { kind: "refund", amount: 300 },
    ]);
  });

  it("changes nothing when the payment service refuses", async () => {
    const placed = await bootsOrder();
    ledger.beforeMoving = async () => {
      throw new Refusal("not_allowed", "It was captured elsewhere");
    };
    expect(await cancel(placed)).toMatchObject({
      status: 400,
      body: {
        type: "not_allowed",
        message: "The payment could not be canceled: It was captured elsewhere",
      },
    });
    expect(await statesOf(placed)).toEqual(untouched);
    expect(await ownStock(shop, placed.boots)).toBe(STOCK - 2);
    expect(await told("order.canceled", placed)).toEqual([]);
    ledger.beforeMoving = async () => {};
    expect((await cancel(placed)).status).toBe(200);
  });

  it("can continue after half of it: money that was given back in order to cancel is no obstacle", async () => {
    const placed = await bootsOrder();
    await post(placed, "capture");
    await anotherPayment(shop.db, placed, { amount: 300, isCaptured: true });
    ledger.beforeMoving = async ({ amount }) => {
      if (amount === 300) throw new Refusal("not_allowed", "Closed");
    };
    expect((await cancel(placed)).status).toBe(400);
    expect(await booksOf(shop.db, placed.id)).toMatchObject({ status: "captured", refunded: 2200 });
    ledger.beforeMoving = async () => {};
    expect((await cancel(placed)).body.order).toMatchObject({ ...canceled, refunded_total: 2500 });
    expect(moves(placed).filter(({ kind }) => kind === "refund")).toHaveLength(2);
  });

  it("is finished when the answer of the service was lost", async () => {
    const placed = await bootsOrder();
    ledger.afterMoving = async () => {
      throw new Error("the line is dead");
    };
    expect((await cancel(placed)).status).toBe(409);
    expect(await statesOf(placed)).toEqual(untouched);
    ledger.afterMoving = async () => {};
    await expireLeases(shop.db);
    // The next operation on the order finishes it first.
    expect((await cancel(placed)).body.order).toMatchObject(canceled);
    expect(moves(placed)).toEqual([{ kind: "cancel", amount: 2200 }]);
    expect(await ownStock(shop, placed.boots)).toBe(STOCK);
    expect(await told("order.canceled", placed)).toHaveLength(1);
  });

  it("refuses other changes of the order until it is done", async () => {
    const placed = await bootsOrder();
    const meanwhile: number[] = [];
    ledger.beforeMoving = async () => {
      ledger.beforeMoving = async () => {};
      meanwhile.push((await post(placed, "capture")).status);
      meanwhile.push((await post(placed, "refund", { amount: 1, reason: "other" })).status);
    };
    expect((await cancel(placed)).status).toBe(200);
    expect(meanwhile).toEqual([409, 409]);
    expect(await post(placed, "capture")).toMatchObject({
      status: 400,
      body: { message: "A canceled order cannot capture payment" },
    });
    expect(await post(placed, "refund", { amount: 1, reason: "other" })).toMatchObject({
      status: 400,
      body: { message: "A canceled order cannot be refunded" },
    });
  });

  it("and capturing it at the same moment: one of them wins, and no money stays captured", async () => {
    for (let round = 0; round < 5; round++) {
      const placed = await bootsOrder();
      const [first, second] = await Promise.all([cancel(placed), post(placed, "capture")]);
      expect(first.status).toBe(200);
      expect([200, 400, 409]).toContain(second.status);
      expect(await statesOf(placed)).toEqual(canceled);
      const { captured, refunded } = await booksOf(shop.db, placed.id);
      expect(captured).toBe(refunded);
      expect(await ownStock(shop, placed.boots)).toBe(STOCK);
    }
  });

  it("is refused after a refund", async () => {
    const placed = await bootsOrder();
    await post(placed, "capture");
    await post(placed, "refund", { amount: 100, reason: "other" });
    expect(await cancel(placed)).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "Order with refund(s) cannot be canceled" },
    });
    expect(await statesOf(placed)).toMatchObject({ status: "pending", payment_status: "partially_refunded" });
  });

  it("is refused for unknown orders and for visitors", async () => {
    expect(await shop.admin.post("/admin/orders/order_unknown/cancel")).toMatchObject({
      status: 404,
      body: { type: "not_found" },
    });
    const placed = await bootsOrder();
    expect((await shop.visitor().post(`/admin/orders/${placed.id}/cancel`)).status).toBe(401);
    expect(await statesOf(placed)).toEqual(untouched);
  });
});

describe("gift cards and codes of a canceled order", () => {
  const parts = () => ({ ...shop, regionId, shippingOptionId: "" });
  const cardById = (id: string) =>
    shop.db.run({ text: "select balance, is_disabled from gift_card where id = $1", values: [id] });

  it("gives the cards back what they paid", async () => {
    const boots = await aSoldVariant(shop, { stock: STOCK });
    const [small, large] = [await aCard(parts(), 500), await aCard(parts(), 5000)];
    const items = [{ variant_id: boots, quantity: 2 }];
    const placed = await aGuestOrder(shop.visitor(), {
      regionId,
      items,
      gift_cards: [{ code: small.code }, { code: large.code }],
    });
    expect(await cardById(small.id)).toEqual([{ balance: 0, is_disabled: true }]);
    expect((await cancel(placed)).body.order).toMatchObject({ ...canceled, gift_card_total: 2000 });
    expect(await cardById(small.id)).toEqual([{ balance: 500, is_disabled: false }]);
    expect(await cardById(large.id)).toEqual([{ balance: 5000, is_disabled: false }]);
    await cancel(placed);
    expect(await cardById(small.id)).toEqual([{ balance: 500, is_disabled: false }]);
  });

  it("leaves a card disabled that an administrator has disabled", async () => {
    const boots = await aSoldVariant(shop, { stock: STOCK });
    const card = await aCard(parts(), 5000);
    const items = [{ variant_id: boots, quantity: 1 }];
    const placed = await aGuestOrder(shop.visitor(), {
      regionId,
      items,
      gift_cards: [{ code: card.code }],
    });
    await shop.admin.post(`/admin/gift-cards/${card.id}`, { is_disabled: true });
    await cancel(placed);
    expect(await cardById(card.id)).toEqual([{ balance: 5000, is_disabled: true }]);
  });

  it("makes cards worthless that were bought with it, and is refused once they are used", async () => {
    const first = await bootsOrder();
    const issued = async ({ id }: GuestOrder, balance: number) => {
      const cardId = `gift_of_${id}`;
      await shop.db.run({
        text: `insert into gift_card (id, code, value, balance, region_id, order_id) values ($1, $1, 700, $2, $3, $4)`,
        values: [cardId, balance, regionId, id],
      });
      return cardId;
    };
    const unused = await issued(first, 700);
    expect((await cancel(first)).status).toBe(200);
    expect(await cardById(unused)).toEqual([{ balance: 700, is_disabled: true }]);
    const second = await bootsOrder();
    const used = await issued(second, 699);
    expect(await cancel(second)).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: "A gift card that was bought with this order has been used" },
    });
    expect(await statesOf(second)).toEqual(untouched);
    expect(await cardById(used)).toEqual([{ balance: 699, is_disabled: false }]);
    expect(moves(second)).toEqual([]);
  });

  it("still counts the use of its codes", async () => {
    const boots = await aSoldVariant(shop, { stock: STOCK });
    const code = await aCode(parts());
    const placed = await aGuestOrder(shop.visitor(), {
      regionId,
      items: [{ variant_id: boots, quantity: 1 }],
      discounts: [{ code: code.code }],
    });
    await cancel(placed);
    expect(await theValue(shop, "select usage_count from discount where id = $1", code.id)).toBe(1);
  });

  it("cancels an order that cost nothing", async () => {
    const boots = await aSoldVariant(shop, { stock: STOCK });
    const card = await aCard(parts(), 100_000);
    const items = [{ variant_id: boots, quantity: 1 }];
    const cart = await shop.visitor().post("/store/carts", { region_id: regionId, items });
    const cartId = cart.body.cart.id;
    await shop
      .visitor()
      .post(`/store/carts/${cartId}`, { email: "free@example.com", gift_cards: [{ code: card.code }] });
    const { data } = (await shop.visitor().post(`/store/carts/${cartId}/complete`)).body;
    const { status, body } = await shop.admin.post(`/admin/orders/${data.id}/cancel`);
    expect(status).toBe(200);
    expect(body.order).toMatchObject(canceled);
    expect(await cardById(card.id)).toEqual([{ balance: 100_000, is_disabled: false }]);
    expect(await ownStock(shop, boots)).toBe(STOCK);
  });
});

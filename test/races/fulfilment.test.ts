import { describe, expect } from "vitest";
import type { Answer } from "../support/clients/client.ts";
import { atOnce, ownStock, tally } from "../support/factories/checkout.ts";
import { aGuestOrder, type GuestOrder } from "../support/factories/orders.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { withServers } from "../support/fixtures/with-servers.ts";
import { rounds } from "../support/runner/short-form.ts";

const ROUNDS = rounds(5);
const STOCK = 50;
const BOUGHT = 3;

const { it, servers, shop, admins } = withServers();

const admin = (index: number) => admins[index % 2]!;

const anOrderOf = (variantId: string) =>
  aGuestOrder(servers.visitor(0), {
    regionId: shop.regionId,
    shippingOptionId: shop.shippingOptionId,
    items: [{ variant_id: variantId, quantity: BOUGHT }],
  });

const fulfill = (index: number, { id, lineId }: GuestOrder): Promise<Answer> =>
  admin(index).post(`/admin/orders/${id}/fulfillment`, { items: [{ item_id: lineId, quantity: BOUGHT }] });

const cancelOrder = (index: number, { id }: GuestOrder) => admin(index).post(`/admin/orders/${id}/cancel`);

const levels = (itemId: string) =>
  shop.db.run({
    text: `select stocked_quantity as stocked, reserved_quantity as reserved, (select coalesce(sum(quantity), 0)
        from reservation_item where inventory_item_id = $1 and deleted_at is null) as reservations
      from inventory_level where inventory_item_id = $1`,
    values: [itemId],
  });

async function stateOf({ id, lineId }: GuestOrder) {
  const [state] = await shop.db.run({
    text: `select status, fulfillment_status as delivery,
        (select coalesce(fulfilled_quantity, 0) from line_item where id = $2) as fulfilled,
        (select count(*) from fulfillment where order_id = $1 and canceled_at is null) as fulfillments,
        (select count(*) from tradewind.carrier_call where order_id = $1) as calls
      from "order" where id = $1`,
    values: [id, lineId],
  });
  return state;
}

describe("20 administrators who pack the same goods", () => {
  it.each(ROUNDS)("pack them once, round %i", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, STOCK);
    const order = await anOrderOf(variantId);
    const answers = await atOnce(20, (index) => fulfill(index, order));
    expect(tally(answers)).toEqual({ 200: 1, "400 not_allowed": 19 });
    expect(await stateOf(order)).toEqual({
      status: "pending",
      delivery: "fulfilled",
      fulfilled: BOUGHT,
      fulfillments: 1,
      calls: 0,
    });
    expect(await levels(itemId)).toEqual([{ stocked: STOCK - BOUGHT, reserved: 0, reservations: 0 }]);
  });
});

/** Exactly one of both; what came too late is refused, and changes nothing. */
async function oneOf(order: GuestOrder): Promise<"canceled" | "fulfilled"> {
  const answers = await atOnce(10, (index) =>
    index % 3 === 0 ? cancelOrder(index, order) : fulfill(index, order),
  );
  for (const { status } of answers) expect([200, 400, 409]).toContain(status);
  const isFulfilled = answers.some(({ status }, index) => index % 3 !== 0 && status === 200);
  const isCanceled = answers.some(({ status }, index) => index % 3 === 0 && status === 200);
  expect([isFulfilled, isCanceled].filter(Boolean)).toHaveLength(1);
  return isCanceled ? "canceled" : "fulfilled";
}

describe("an order that is canceled while it is packed", () => {
  it.each(rounds(8))("is one or the other, and its stock is right, round %i", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, STOCK);
    const order = await anOrderOf(variantId);
    const outcome = await oneOf(order);
    const isCanceled = outcome === "canceled";
    expect(await stateOf(order)).toEqual({
      status: isCanceled ? "canceled" : "pending",
      delivery: isCanceled ? "canceled" : "fulfilled",
      fulfilled: isCanceled ? 0 : BOUGHT,
      fulfillments: isCanceled ? 0 : 1,
      calls: 0,
    });
    const stocked = isCanceled ? STOCK : STOCK - BOUGHT;
    expect(await levels(itemId)).toEqual([{ stocked, reserved: 0, reservations: 0 }]);
  });

  it.each(ROUNDS)("gives back a variant's own pieces once, or keeps them, round %i", async () => {
    const variantId = await aSoldVariant(shop, { stock: STOCK });
    const order = await anOrderOf(variantId);
    const outcome = await oneOf(order);
    expect(await ownStock(shop, variantId)).toBe(outcome === "canceled" ? STOCK : STOCK - BOUGHT);
  });
});

describe("a fulfilment that is canceled while it is shipped", () => {
  it.each(ROUNDS)("is one or the other, round %i", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, STOCK);
    const order = await anOrderOf(variantId);
    const { body } = await fulfill(0, order);
    const [{ id }] = body.order.fulfillments;
    const answers = await atOnce(10, (index) =>
      index % 2
        ? admin(index >> 1).post(`/admin/orders/${order.id}/fulfillments/${id}/cancel`)
        : admin(index >> 1).post(`/admin/orders/${order.id}/shipment`, { fulfillment_id: id }),
    );
    const isShipped = answers.some(({ status }, index) => index % 2 === 0 && status === 200);
    const isCanceled = answers.some(({ status }, index) => index % 2 === 1 && status === 200);
    expect([isShipped, isCanceled].filter(Boolean)).toHaveLength(1);
    expect(await stateOf(order)).toMatchObject({
      delivery: isCanceled ? "canceled" : "shipped",
      fulfilled: isCanceled ? 0 : BOUGHT,
      calls: 0,
    });
    expect(await levels(itemId)).toEqual([
      isCanceled
        ? { stocked: STOCK, reserved: BOUGHT, reservations: BOUGHT }
        : { stocked: STOCK - BOUGHT, reserved: 0, reservations: 0 },
    ]);
  });
});

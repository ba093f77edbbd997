import { describe, expect } from "vitest";
import { AnswerSchemas } from "../support/checks/answer-schemas.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace, type Place, refused } from "../support/factories/carts.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aBoughtOrder,
  anExchange,
  consignmentRows,
  packs,
  path,
  type ShownOrder,
} from "../support/factories/fulfillments.ts";
import { aLocation, anItem, levelsOf, needs, stocked } from "../support/factories/inventory.ts";
import { setOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSellingLocation, aSoldVariant, aStockedVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let post: string;
let channelId: string;
let warehouse: string;
let elsewhere: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  post = (await anOption(shop, place.id)).id;
  ({ id: warehouse, channelId } = await aSellingLocation(shop));
  elsewhere = (await aLocation(shop)).id;
});

const aLocatedVariant = (quantity: number) => aStockedVariant(shop, { [warehouse]: quantity });

const buy = (...items: { variantId: string; quantity: number }[]) =>
  aBoughtOrder(shop, { place, optionIds: [post], items, channelId });

const list = (order: { id: string }, query = "") =>
  shop.admin.get(`${path(order.id, "reservations")}?${query}`);
const reserve = (order: ShownOrder, body: unknown = {}, lineId = order.items[0]!.id) =>
  shop.admin.post(path(order.id, `line-items/${lineId}/reserve`), body);

/** An order without reservations. */
async function unreserved(quantity: number, stock = 10) {
  const goods = await aLocatedVariant(stock);
  const order = await buy({ variantId: goods.variantId, quantity });
  const { body } = await list(order);
  for (const { id } of body.reservations) await shop.admin.delete(`/admin/reservations/${id}`);
  return { ...goods, order };
}

describe("a reservation that is made", () => {
  it("is answered as the API reference describes it", async () => {
    const { order } = await unreserved(2);
    const { status, body } = await reserve(order);
    const schemas = new AnswerSchemas((await shop.visitor().get("/openapi.json")).body);
    const answer = {
      method: "POST",
      path: path(order.id, `line-items/${order.items[0]!.id}/reserve`),
      status,
      body,
    };
    expect(schemas.faultsOf(answer)).toEqual([]);
    expect(body.id).toBe(body.reservation.id);
  });
});

describe("the reservations of an order", () => {
  it("are those of its lines, in pages", async () => {
    const [one, two] = [await aLocatedVariant(5), await aLocatedVariant(5)];
    const order = await buy(
      { variantId: one.variantId, quantity: 2 },
      { variantId: two.variantId, quantity: 1 },
    );
    await buy({ variantId: one.variantId, quantity: 1 });
    const { status, body } = await list(order);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, offset: 0, limit: 20 });
    const lines = body.reservations.map((each: { line_item_id: string }) => each.line_item_id).sort();
    expect(lines).toEqual(order.items.map(({ id }) => id).sort());
    const first = (await list(order, "limit=1&order=quantity")).body;
    const second = (await list(order, "limit=1&offset=1&order=quantity")).body;
    expect(first).toMatchObject({ count: 2, limit: 1, reservations: [{ quantity: 1 }] });
    expect(second).toMatchObject({ count: 2, offset: 1, reservations: [{ quantity: 2 }] });
  });

  it("show the selected fields, in two statements", async () => {
    const { variantId, itemId } = await aLocatedVariant(5);
    const order = await buy({ variantId, quantity: 2 });
    const query = "fields=quantity&expand=inventory_item,line_item";
    const { result, statements } = await countingStatements(shop.db, () => list(order, query));
    expect(result.body.reservations[0]).toMatchObject({
      quantity: 2,
      inventory_item: { id: itemId },
      line_item: { id: order.items[0]!.id },
    });
    expect(result.body.reservations[0]).not.toHaveProperty("location_id");
    expect(statements).toHaveLength(2);
  });

  it("include those of its swaps and claims", async () => {
    const { variantId, itemId } = await aLocatedVariant(5);
    const order = await buy({ variantId, quantity: 1 });
    for (const kind of ["swap", "claim"] as const) {
      const { lineIds } = await anExchange(shop, kind, {
        orderId: order.id,
        lines: [{ variantId, quantity: 1 }],
        columns: kind === "swap" ? { confirmed_at: new Date() } : {},
      });
      expect((await reserve(order, {}, lineIds[0])).status).toBe(200);
    }
    expect((await list(order)).body.count).toBe(3);
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [5, 3] });
  });

  it("are none where nothing is reserved, and 404 where there is no order", async () => {
    const order = await buy({ variantId: await aSoldVariant(shop), quantity: 1 });
    expect((await list(order)).body).toEqual({ reservations: [], count: 0, offset: 0, limit: 20 });
    expect((await list({ id: "order_unknown" })).status).toBe(404);
    expect((await list(order, "line_item_id=x")).status).toBe(400);
    expect((await shop.visitor().get(path(order.id, "reservations"))).status).toBe(401);
  });
});

describe("reserving for a line", () => {
  it("keeps all that is missing, at a location of the order's channel", async () => {
    const { order, itemId } = await unreserved(4);
    const { status, body } = await reserve(order);
    expect(status).toBe(200);
    const kept = {
      line_item_id: order.items[0]!.id,
      location_id: warehouse,
      inventory_item_id: itemId,
      quantity: 4,
      description: null,
      metadata: null,
    };
    expect(body).toMatchObject({ ...kept, reservation: { id: expect.stringMatching(/^resitem_/), ...kept } });
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [10, 4] });
    const [told] = await shop.db.run<{ data: { ids: string[] } }>({
      text: "select data from tradewind.event where name = 'reservation-items.bulk-created' order by seq desc limit 1",
      values: [],
    });
    expect(told!.data.ids).toEqual([body.reservation.id]);
  });

  it("keeps some pieces at a location of its own", async () => {
    const { order, itemId } = await unreserved(4);
    await stocked(shop, itemId, elsewhere, 3);
    expect((await reserve(order, { location_id: elsewhere, quantity: 3 })).body.location_id).toBe(elsewhere);
    expect((await reserve(order)).body).toMatchObject({ location_id: warehouse, quantity: 1 });
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [10, 1], [elsewhere]: [3, 3] });
  });

  it("keeps all items that a piece is made of", async () => {
    const { order, itemId, variantId } = await unreserved(3);
    const laces = await anItem(shop);
    await stocked(shop, laces.id, warehouse, 10);
    await needs(shop, variantId, laces.id, 2);
    expect((await reserve(order, { quantity: 2 })).status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [10, 2] });
    expect(await levelsOf(shop, laces.id)).toEqual({ [warehouse]: [10, 4] });
  });

  it("reserves only pieces that were not shipped yet", async () => {
    const { order, itemId } = await unreserved(4);
    await shop.admin.post(path(order.id, "fulfillment"), packs([order.items[0]!.id, 3]));
    expect((await reserve(order)).body.quantity).toBe(1);
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [7, 1] });
  });

  it("by several at once keeps it once", async () => {
    const { order, itemId } = await unreserved(4);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reserve(order)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [10, 4] });
  });

  async function expectRefusal(order: ShownOrder, send: () => ReturnType<typeof reserve>, expected: object) {
    const before = await consignmentRows(shop, order.id);
    expect(refused(await send())).toMatchObject(expected);
    expect(await consignmentRows(shop, order.id)).toEqual(before);
  }

  it("is refused beyond what the line needs", async () => {
    const { order } = await unreserved(2);
    const tooMuch = { status: 400, type: "invalid_data" };
    await expectRefusal(order, () => reserve(order, { quantity: 3 }), tooMuch);
    await reserve(order);
    await expectRefusal(order, () => reserve(order), tooMuch);
    await expectRefusal(order, () => reserve(order, { quantity: 1 }), tooMuch);
  });

  it("is refused where there is not enough, or nothing at all", async () => {
    const { order, itemId } = await unreserved(4);
    await shop.admin.post(`/admin/inventory-items/${itemId}/location-levels/${warehouse}`, {
      stocked_quantity: 3,
    });
    await expectRefusal(order, () => reserve(order), { status: 400, type: "not_allowed" });
    await expectRefusal(order, () => reserve(order, { location_id: elsewhere }), {
      status: 404,
      message: `Item ${itemId} is not stocked at location ${elsewhere}`,
    });
  });

  it("is refused for goods without inventory items", async () => {
    const order = await buy({ variantId: await aSoldVariant(shop), quantity: 1 });
    await expectRefusal(order, () => reserve(order), { status: 400, type: "not_allowed" });
    await shop.db.run({
      text: "update line_item set variant_id = null where id = $1",
      values: [order.items[0]!.id],
    });
    await expectRefusal(order, () => reserve(order), { status: 400, type: "invalid_data" });
  });

  it("is refused for canceled orders, other orders' lines and bad input", async () => {
    const [{ order }, other] = [await unreserved(2), await unreserved(2)];
    await expectRefusal(order, () => reserve(order, {}, other.order.items[0]!.id), { status: 404 });
    await expectRefusal(order, () => reserve(order, {}, "item_unknown"), { status: 404 });
    for (const body of [
      { quantity: 0 },
      { quantity: 1.5 },
      { quantity: "1" },
      { location_id: "" },
      { box: 1 },
    ]) {
      await expectRefusal(order, () => reserve(order, body), { status: 400, type: "invalid_data" });
    }
    await setOrder(shop, order.id, { status: "canceled" });
    await expectRefusal(order, () => reserve(order), { status: 400, type: "not_allowed" });
    expect((await shop.admin.post("/admin/orders/order_unknown/line-items/item_1/reserve", {})).status).toBe(
      404,
    );
    expect(await eventsAbout(shop, order.items[0]!.id)).toEqual([]);
  });
});

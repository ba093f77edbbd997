import { describe, expect } from "vitest";
import {
  aCart,
  aPlace,
  changeCart,
  openSessions,
  type Place,
  refused,
  ship,
} from "../support/factories/carts.ts";
import { home } from "../support/factories/customers.ts";
import {
  aBoughtOrder,
  consignmentRows,
  packs,
  path,
  type ShownOrder,
  shownOrderIn,
} from "../support/factories/fulfillments.ts";
import { levelsOf } from "../support/factories/inventory.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSellingLocation, aStockedVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let post: string;
let channelId: string;
let here: string;
let there: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  post = (await anOption(shop, place.id)).id;
  const locations = [await aSellingLocation(shop), await aSellingLocation(shop)];
  const ids = locations.map(({ id }) => id).sort();
  [here, there] = [ids[0]!, ids[1]!];
  channelId = locations[0]!.channelId;
});

/** A variant with pieces at both locations. */
const aVariant = (atHere: number, atThere: number) =>
  aStockedVariant(shop, { [here]: atHere, [there]: atThere });

const buy = (variantId: string, quantity = 1) =>
  aBoughtOrder(shop, { place, optionIds: [post], items: [{ variantId, quantity }], channelId });

/** What comes of another customer who wants a piece: the code of the refusal, or that it was sold. */
async function sell(variantId: string, quantity = 1): Promise<string> {
  const client = shop.visitor();
  const cart = await aCart(client, { region_id: place.id, sales_channel_id: channelId });
  const added = await client.post(`/store/carts/${cart.id}/line-items`, { variant_id: variantId, quantity });
  if (added.status !== 200) return added.body.code;
  const address = { ...home, country_code: place.countries[0] };
  await changeCart(client, cart.id, { email: "third@example.com", shipping_address: address });
  await ship(client, cart.id, post);
  await openSessions(client, cart.id);
  const { status, body } = await client.post(`/store/carts/${cart.id}/complete`);
  return status === 200 ? "sold" : body.code;
}

const fulfill = (order: ShownOrder, locationId: string | null, quantity = 1) =>
  shop.admin.post(path(order.id, "fulfillment"), {
    ...packs([order.items[0]!.id, quantity]),
    ...(locationId === null ? {} : { location_id: locationId }),
  });

const reservationsOf = async (order: ShownOrder) => {
  const { body } = await shop.admin.get(path(order.id, "reservations"));
  return body.reservations as { id: string; location_id: string; quantity: number }[];
};

const reservedAt = async (order: ShownOrder) => (await reservationsOf(order))[0]!.location_id;

const count = (itemId: string, locationId: string, quantity: number) =>
  shop.admin.post(`/admin/inventory-items/${itemId}/location-levels/${locationId}`, {
    stocked_quantity: quantity,
  });

/** Two orders of one piece each, one of which is reserved here and the other there. */
async function twoOrders() {
  const goods = await aVariant(1, 1);
  const [one, other] = [await buy(goods.variantId), await buy(goods.variantId)];
  expect([await reservedAt(one), await reservedAt(other)]).toEqual([here, there]);
  return { ...goods, one, other };
}

const short = { status: 400, type: "not_allowed" };

describe("a piece that is reserved for another order", () => {
  it("is not packed: it would be sold a second time", async () => {
    const { variantId, itemId, one, other } = await twoOrders();
    const before = await consignmentRows(shop, one.id);
    const answer = await fulfill(one, there);
    expect(refused(answer)).toMatchObject(short);
    expect(answer.body.code).toBe("insufficient_inventory");
    expect(await consignmentRows(shop, one.id)).toEqual(before);
    expect(await sell(variantId)).toBe("insufficient_inventory");
    shownOrderIn(await fulfill(one, here));
    shownOrderIn(await fulfill(other, there));
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [0, 0], [there]: [0, 0] });
  });

  it("is not packed for an order whose reservation was deleted, at any location", async () => {
    const { one, other } = await twoOrders();
    await shop.admin.delete(`/admin/reservations/${(await reservationsOf(one))[0]!.id}`);
    const variantId = one.items[0]!.variant_id;
    expect(await sell(variantId)).toBe("sold");
    const before = await consignmentRows(shop, one.id);
    for (const from of [here, there, null]) expect(refused(await fulfill(one, from))).toMatchObject(short);
    expect(await consignmentRows(shop, one.id)).toEqual(before);
    shownOrderIn(await fulfill(other, there));
  });

  it("is not sold while a count found too few pieces at another location", async () => {
    const { variantId, itemId } = await aVariant(2, 2);
    const order = await buy(variantId, 2);
    expect(await reservedAt(order)).toBe(here);
    await count(itemId, here, 0);
    expect(await sell(variantId)).toBe("insufficient_inventory");
    const { body } = await shop.visitor().get(`/store/variants/${variantId}?sales_channel_id=${channelId}`);
    expect(body.variant.purchasable).not.toBe(true);
    // The customer gets the pieces of the other location instead.
    shownOrderIn(await fulfill(order, there, 2));
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [0, 0], [there]: [0, 0] });
  });

  it("is not reserved by hand, nor taken by a reservation that moves", async () => {
    const { itemId, one } = await twoOrders();
    const levels = await levelsOf(shop, itemId);
    const [reservation] = await reservationsOf(one);
    const moved = await shop.admin.post(`/admin/reservations/${reservation!.id}`, { location_id: there });
    const made = await shop.admin.post("/admin/reservations", {
      inventory_item_id: itemId,
      location_id: there,
      quantity: 1,
    });
    for (const answer of [moved, made]) {
      expect(refused(answer)).toMatchObject(short);
      expect(answer.body.code).toBe("insufficient_inventory");
    }
    expect(await levelsOf(shop, itemId)).toEqual(levels);
    expect(await reservationsOf(one)).toMatchObject([{ location_id: here, quantity: 1 }]);
  });
});

describe("a fulfilment that is canceled", () => {
  it("keeps its goods where they are when their old location sold out since", async () => {
    const { variantId, itemId } = await aVariant(1, 1);
    const order = await buy(variantId);
    expect(await reservedAt(order)).toBe(here);
    const { fulfillments } = shownOrderIn(await fulfill(order, there));
    expect(await sell(variantId)).toBe("sold");
    shownOrderIn(await shop.admin.post(path(order.id, `fulfillments/${fulfillments[0]!.id}/cancel`)));
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [1, 1], [there]: [1, 1] });
    expect(await reservationsOf(order)).toMatchObject([{ location_id: there, quantity: 1 }]);
    expect(await sell(variantId)).toBe("insufficient_inventory");
    shownOrderIn(await fulfill(order, null));
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [1, 1], [there]: [0, 0] });
  });
});

describe("pieces that are sold on backorder", () => {
  it("is the only reservation above the stocked quantity", async () => {
    const { variantId, itemId } = await aVariant(1, 0);
    await shop.db.run({
      text: "update product_variant set allow_backorder = true where id = $1",
      values: [variantId],
    });
    const order = await buy(variantId, 3);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [1, 3], [there]: [0, 0] });
    await shop.db.run({
      text: "update product_variant set allow_backorder = false where id = $1",
      values: [variantId],
    });
    expect(await sell(variantId)).toBe("insufficient_inventory");
    await count(itemId, there, 2);
    expect(await sell(variantId)).toBe("insufficient_inventory");
    await count(itemId, there, 3);
    expect(await sell(variantId)).toBe("sold");
    shownOrderIn(await fulfill(order, there, 2));
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [1, 1], [there]: [1, 1] });
  });
});

describe("many at once", () => {
  it("pack, sell and move pieces, and never more is reserved than there is", async () => {
    const { variantId, itemId } = await aVariant(3, 3);
    const orders = [await buy(variantId), await buy(variantId), await buy(variantId), await buy(variantId)];
    const moving = await Promise.all(orders.map(async (order) => (await reservationsOf(order))[0]!));
    const answers = await Promise.all([
      ...orders.flatMap((order) => [fulfill(order, here), fulfill(order, there)]),
      ...moving.map(({ id }) => shop.admin.post(`/admin/reservations/${id}`, { location_id: there })),
      ...Array.from({ length: 3 }, () =>
        sell(variantId).then((code) => ({ status: code === "sold" ? 200 : 400 })),
      ),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    for (const [stockedThere, reservedThere] of Object.values(await levelsOf(shop, itemId))) {
      expect(Number(reservedThere)).toBeLessThanOrEqual(Number(stockedThere));
    }
    const [sum] = await shop.db.run<{ sold: number; packed: number; left: number; reserved: number }>({
      text: `select coalesce(sum(line.quantity), 0) as sold, coalesce(sum(line.fulfilled_quantity), 0) as packed,
          (select sum(stocked_quantity) from inventory_level where inventory_item_id = $2) as left,
          (select sum(reserved_quantity) from inventory_level where inventory_item_id = $2) as reserved
        from line_item line where line.variant_id = $1 and line.order_id is not null`,
      values: [variantId, itemId],
    });
    expect(sum!.sold).toBeLessThanOrEqual(6);
    expect(sum!.packed + sum!.left).toBe(6);
    expect(sum!.reserved).toBe(sum!.sold - sum!.packed);
  });
});

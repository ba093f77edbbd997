import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace, type Place, refused } from "../support/factories/carts.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aBoughtOrder,
  consignmentRows,
  packs,
  path,
  readOrder,
  type ShownOrder,
  shownOrderIn,
} from "../support/factories/fulfillments.ts";
import { setOrder } from "../support/factories/orders.ts";
import { anOption, aProfile } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let post: string;
let boots: string;
let socks: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  post = (await anOption(shop, place.id)).id;
  boots = await aSoldVariant(shop);
  socks = await aSoldVariant(shop);
});

/** Three pairs of boots and two of socks. */
const anOrder = (optionIds = [post]) =>
  aBoughtOrder(shop, {
    place,
    optionIds,
    items: [
      { variantId: boots, quantity: 3 },
      { variantId: socks, quantity: 2 },
    ],
  });

const fulfill = (order: ShownOrder, body: unknown, headers: Record<string, string> = {}) =>
  shop.admin.post(path(order.id, "fulfillment"), body, { headers });
const cancel = (order: ShownOrder, id: string) =>
  shop.admin.post(path(order.id, `fulfillments/${id}/cancel`));
const ship = (order: ShownOrder, body: unknown) => shop.admin.post(path(order.id, "shipment"), body);

/** The fulfilment that the answer has and the order before had not. */
const newIn = (after: ShownOrder, before: ShownOrder) =>
  after.fulfillments.find(({ id }) => !before.fulfillments.some((one) => one.id === id))!;

const quantities = ({ items }: ShownOrder, counter: "fulfilled_quantity" | "shipped_quantity") =>
  Object.fromEntries(items.map((line) => [line.variant_id, line[counter]]));

async function expectRefusal(order: ShownOrder, send: () => Promise<unknown>, expected: object) {
  const before = await consignmentRows(shop, order.id);
  expect(refused((await send()) as never)).toEqual(expected);
  expect(await consignmentRows(shop, order.id)).toEqual(before);
}

const notAllowed = (message: string) => ({ status: 400, type: "not_allowed", message });
const notFound = (message: string) => ({ status: 404, type: "not_found", message });
const badly = expect.objectContaining({ status: 400, type: "invalid_data" });

describe("fulfilling an order", () => {
  it("packs some pieces, and shows the new status", async () => {
    const order = await anOrder();
    const [line] = order.items;
    const after = shownOrderIn(await fulfill(order, { ...packs([line!.id, 2]), metadata: { box: 1 } }));
    expect(after.fulfillment_status).toBe("partially_fulfilled");
    expect(quantities(after, "fulfilled_quantity")).toEqual({ [boots]: 2, [socks]: null });
    expect(newIn(after, order)).toMatchObject({
      order_id: order.id,
      swap_id: null,
      provider_id: "manual",
      location_id: null,
      no_notification: null,
      metadata: { box: 1 },
      data: {},
      shipped_at: null,
      canceled_at: null,
      items: [{ item_id: line!.id, quantity: 2 }],
      tracking_links: [],
    });
  });

  it("is done when every piece is packed, in as many fulfilments as it takes", async () => {
    const order = await anOrder();
    const [first, second] = order.items;
    await fulfill(order, packs([first!.id, 1]));
    await fulfill(order, packs([first!.id, 2]));
    const after = shownOrderIn(await fulfill(order, packs([second!.id, 2])));
    expect(after.fulfillment_status).toBe("fulfilled");
    expect(after.fulfillments).toHaveLength(3);
    expect(quantities(after, "fulfilled_quantity")).toEqual({ [boots]: 3, [socks]: 2 });
  });

  it("counts pieces of a line that is named twice together", async () => {
    const order = await anOrder();
    const [line] = order.items;
    const tooMuch = packs([line!.id, 2], [line!.id, 2]);
    const words = "Cannot fulfill more items than have been purchased";
    await expectRefusal(order, () => fulfill(order, tooMuch), notAllowed(words));
    const after = shownOrderIn(await fulfill(order, packs([line!.id, 2], [line!.id, 1])));
    expect(newIn(after, order).items).toMatchObject([{ item_id: line!.id, quantity: 3 }]);
  });

  it("announces each fulfilment", async () => {
    const order = await anOrder();
    const silent = { ...packs([order.items[0]!.id, 1]), no_notification: true };
    const { id } = newIn(shownOrderIn(await fulfill(order, silent)), order);
    const data = { id: order.id, fulfillment_id: id, no_notification: true };
    expect(await eventsAbout(shop, order.id)).toContainEqual({ name: "order.fulfillment_created", data });
    expect((await readOrder(shop, order.id)).fulfillments).toMatchObject([{ no_notification: null }]);
  });

  it("follows no_notification of the order, unless the request sets it", async () => {
    const order = await anOrder();
    await setOrder(shop, order.id, { no_notification: true });
    await fulfill(order, packs([order.items[0]!.id, 1]));
    await fulfill(order, { ...packs([order.items[0]!.id, 1]), no_notification: false });
    const told = (await eventsAbout(shop, order.id)).filter(
      ({ name }) => name === "order.fulfillment_created",
    );
    expect(told.map(({ data }) => data["no_notification"])).toEqual([true, false]);
  });

  it("sends each line with the method of its product's profile, the rest with the first", async () => {
    const bulky = await aProfile(shop);
    const freight = await anOption(shop, place.id, { profile_id: bulky.id });
    const { productId, variantId: sofa } = await aSoldProduct(shop);
    await shop.db.run({
      text: "update product_shipping_profile set profile_id = $2 where product_id = $1",
      values: [productId, bulky.id],
    });
    const order = await aBoughtOrder(shop, {
      place,
      optionIds: [post, freight.id],
      items: [
        { variantId: boots, quantity: 1 },
        { variantId: sofa, quantity: 1 },
      ],
    });
    const [line, heavy] = order.items;
    const after = shownOrderIn(await fulfill(order, packs([line!.id, 1], [heavy!.id, 1])));
    expect(after.fulfillment_status).toBe("fulfilled");
    expect(after.fulfillments.map(({ items }) => items.map(({ item_id }) => item_id)).sort()).toEqual(
      [[line!.id], [heavy!.id]].sort(),
    );
  });

  it("makes no empty fulfilment for a method that nothing goes with", async () => {
    const bulky = await aProfile(shop);
    const freight = await anOption(shop, place.id, { profile_id: bulky.id });
    const order = await anOrder([post, freight.id]);
    const after = shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 1])));
    expect(after.fulfillments).toHaveLength(1);
  });

  it("works with an option that was deleted since", async () => {
    const old = await anOption(shop, place.id);
    const order = await anOrder([old.id]);
    await shop.admin.delete(`/admin/shipping-options/${old.id}`);
    expect(shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 1]))).fulfillments).toHaveLength(1);
  });

  it("is done once for one Idempotency-Key, also when its answer was lost", async () => {
    const order = await anOrder();
    const wanted = packs([order.items[0]!.id, 1]);
    const key = { "idempotency-key": `pack-${order.id}` };
    await fulfill(order, wanted, key);
    // As if the process had died before it could answer.
    await shop.db.run({
      text: "delete from tradewind.idempotency where key = $1",
      values: [key["idempotency-key"]],
    });
    const again = shownOrderIn(await fulfill(order, wanted, key));
    expect(again.fulfillments).toHaveLength(1);
    expect(again.items[0]!.fulfilled_quantity ?? again.items[1]!.fulfilled_quantity).toBe(1);
    expect(
      shownOrderIn(await fulfill(order, packs([order.items[1]!.id, 1]), { "idempotency-key": "x" }))
        .fulfillments,
    ).toHaveLength(2);
  });

  it("shows the selected fields and relations", async () => {
    const order = await anOrder();
    const { body } = await shop.admin.post(
      `${path(order.id, "fulfillment")}?fields=id,fulfillment_status&expand=fulfillments`,
      packs([order.items[0]!.id, 1]),
    );
    expect(body.order).toMatchObject({ id: order.id, fulfillment_status: "partially_fulfilled" });
    expect(body.order.fulfillments).toHaveLength(1);
    expect(body.order).not.toHaveProperty("email");
  });

  it("of the same pieces by several at once is done once", async () => {
    const order = await anOrder();
    const wanted = packs([order.items[0]!.id, 3], [order.items[1]!.id, 2]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => fulfill(order, wanted)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    const after = await readOrder(shop, order.id);
    expect(after.fulfillments).toHaveLength(1);
    expect(quantities(after, "fulfilled_quantity")).toEqual({ [boots]: 3, [socks]: 2 });
  });

  it("of different pieces at once is done for all of them", async () => {
    const order = await anOrder();
    const answers = await Promise.all(
      order.items.map(({ id, quantity }) => fulfill(order, packs([id, quantity]))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readOrder(shop, order.id)).toMatchObject({ fulfillment_status: "fulfilled" });
  });
});

describe("fulfilling is refused", () => {
  it("for more than was bought and not sent yet", async () => {
    const order = await anOrder();
    const [line] = order.items;
    await fulfill(order, packs([line!.id, 2]));
    const words = "Cannot fulfill more items than have been purchased";
    await expectRefusal(order, () => fulfill(order, packs([line!.id, 2])), notAllowed(words));
  });

  it("for orders without a shipping method", async () => {
    const order = await anOrder([]);
    const words = "Cannot fulfill an order that lacks shipping methods";
    await expectRefusal(order, () => fulfill(order, packs([order.items[0]!.id, 1])), notAllowed(words));
  });

  it("for canceled orders", async () => {
    const order = await anOrder();
    await setOrder(shop, order.id, { status: "canceled" });
    const words = "A canceled order cannot be fulfilled";
    await expectRefusal(order, () => fulfill(order, packs([order.items[0]!.id, 1])), notAllowed(words));
  });

  it("for lines of other orders", async () => {
    const [order, other] = [await anOrder(), await anOrder()];
    const { id } = other.items[0]!;
    await expectRefusal(
      order,
      () => fulfill(order, packs([id, 1])),
      notFound(`Line item with id: ${id} was not found`),
    );
  });

  it("for unknown orders and locations", async () => {
    const order = await anOrder();
    const nowhere = { ...packs([order.items[0]!.id, 1]), location_id: "sloc_nowhere" };
    const words = "StockLocation with id sloc_nowhere was not found";
    await expectRefusal(order, () => fulfill(order, nowhere), notFound(words));
    const { status } = await shop.admin.post(path("order_unknown", "fulfillment"), packs(["item_x", 1]));
    expect(status).toBe(404);
  });

  it("where a carrier is not installed any more", async () => {
    const order = await anOrder();
    await shop.db.run({
      text: "insert into fulfillment_provider (id, is_installed) values ('gone', false) on conflict do nothing",
      values: [],
    });
    const lost = await anOption(shop, place.id);
    await shop.db.run({
      text: "update shipping_option set provider_id = 'gone' where id = $1",
      values: [lost.id],
    });
    await shop.db.run({
      text: "update shipping_method set shipping_option_id = $2 where order_id = $1",
      values: [order.id, lost.id],
    });
    await expectRefusal(order, () => fulfill(order, packs([order.items[0]!.id, 1])), {
      status: 400,
      type: "invalid_data",
      message: "The fulfillment provider gone is not installed",
    });
  });

  it.each([
    ["no items", {}],
    ["an empty list", { items: [] }],
    ["no quantity", { items: [{ item_id: "item_1" }] }],
    ["a quantity of 0", packs(["item_1", 0])],
    ["a negative quantity", packs(["item_1", -1])],
    ["half a piece", packs(["item_1", 0.5])],
    ["a quantity beyond all bounds", packs(["item_1", 3_000_000_000])],
    ["a text as quantity", { items: [{ item_id: "item_1", quantity: "1" }] }],
    ["unknown properties", { ...packs(["item_1", 1]), box: 1 }],
    ["a number as location", { ...packs(["item_1", 1]), location_id: 1 }],
    ["a text as metadata", { ...packs(["item_1", 1]), metadata: "box" }],
  ])("for %s", async (_, body) => {
    const order = await anOrder();
    await expectRefusal(order, () => fulfill(order, body), badly);
  });

  it.each(["expand=nothing", "fields=nothing", "expand=items.cart.order.customer.orders.items"])(
    "where the answer is to show what is not there: %s",
    async (query) => {
      const order = await anOrder();
      const send = (what: string, body: unknown) => () =>
        shop.admin.post(`${path(order.id, what)}?${query}`, body);
      await expectRefusal(order, send("fulfillment", packs([order.items[0]!.id, 1])), badly);
      const { id } = newIn(shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 1]))), order);
      await expectRefusal(order, send("shipment", { fulfillment_id: id }), badly);
      await expectRefusal(order, send(`fulfillments/${id}/cancel`, {}), badly);
    },
  );

  it("for all but administrators", async () => {
    const order = await anOrder();
    for (const what of ["fulfillment", "shipment", "fulfillments/ful_1/cancel"]) {
      expect((await shop.visitor().post(path(order.id, what), {})).status).toBe(401);
    }
    expect((await shop.visitor().get(path(order.id, "fulfillments/ful_1/documents"))).status).toBe(401);
  });
});

describe("canceling a fulfilment", () => {
  it("gives the pieces back to be packed again", async () => {
    const order = await anOrder();
    const [line] = order.items;
    const packed = newIn(shownOrderIn(await fulfill(order, packs([line!.id, 2]))), order);
    const after = shownOrderIn(await cancel(order, packed.id));
    expect(after.fulfillment_status).toBe("canceled");
    expect(after.fulfillments).toMatchObject([{ id: packed.id, canceled_at: expect.any(String) }]);
    expect(quantities(after, "fulfilled_quantity")).toEqual({ [boots]: 0, [socks]: null });
    const again = shownOrderIn(await fulfill(order, packs([line!.id, 3])));
    expect(again).toMatchObject({ fulfillment_status: "partially_fulfilled" });
    const data = { id: order.id, fulfillment_id: packed.id, no_notification: null };
    expect(await eventsAbout(shop, order.id)).toContainEqual({ name: "order.fulfillment_canceled", data });
  });

  it("is done once, also for repeated requests", async () => {
    const order = await anOrder();
    const packed = newIn(shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2]))), order);
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(order, packed.id)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const before = await consignmentRows(shop, order.id);
    expect(
      shownOrderIn(await cancel(order, packed.id))
        .items.map((line) => line.fulfilled_quantity)
        .sort(),
    ).toEqual([0, null]);
    expect(await consignmentRows(shop, order.id)).toEqual(before);
    const canceled = (await eventsAbout(shop, order.id)).filter(
      ({ name }) => name === "order.fulfillment_canceled",
    );
    expect(canceled).toHaveLength(1);
  });

  it("is refused for shipped, foreign and unknown fulfillments", async () => {
    const [order, other] = [await anOrder(), await anOrder()];
    const packed = newIn(shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2]))), order);
    const unknown = (id: string) => notFound(`Fulfillment with id: ${id} was not found`);
    await expectRefusal(other, () => cancel(other, packed.id), unknown(packed.id));
    await expectRefusal(order, () => cancel(order, "ful_unknown"), unknown("ful_unknown"));
    await ship(order, { fulfillment_id: packed.id });
    const words = "The fulfillment has already been shipped. Shipped fulfillments cannot be canceled";
    await expectRefusal(order, () => cancel(order, packed.id), notAllowed(words));
    expect((await shop.admin.post(path("order_unknown", `fulfillments/${packed.id}/cancel`))).status).toBe(
      404,
    );
  });
});

describe("shipping a fulfilment", () => {
  it("stores the tracking numbers, and shows the new status of the order", async () => {
    const order = await anOrder();
    const [first, second] = order.items;
    const one = newIn(shownOrderIn(await fulfill(order, packs([first!.id, 3]))), order);
    const partly = shownOrderIn(
      await ship(order, { fulfillment_id: one.id, tracking_numbers: ["T-1", "T-2"] }),
    );
    expect(partly.fulfillment_status).toBe("partially_shipped");
    expect(quantities(partly, "shipped_quantity")).toEqual({ [boots]: 3, [socks]: null });
    expect(partly.fulfillments[0]).toMatchObject({ shipped_at: expect.any(String), metadata: {} });
    expect(partly.fulfillments[0]!.tracking_links.map((link) => link.tracking_number).sort()).toEqual([
      "T-1",
      "T-2",
    ]);
    const other = newIn(shownOrderIn(await fulfill(order, packs([second!.id, 2]))), partly);
    const whole = shownOrderIn(await ship(order, { fulfillment_id: other.id }));
    expect(whole.fulfillment_status).toBe("shipped");
    expect(quantities(whole, "shipped_quantity")).toEqual({ [boots]: 3, [socks]: 2 });
    const { body } = await shop.visitor().get(`/store/orders/${order.id}`);
    expect(body.order.fulfillments).toHaveLength(2);
  });

  type Says = Partial<Record<"order" | "packing" | "sending", { no_notification: boolean }>>;
  it.each<[Says, boolean | null, boolean | null]>([
    [{}, null, null],
    [{ packing: { no_notification: true } }, null, null],
    [{ sending: { no_notification: true } }, true, true],
    [{ order: { no_notification: true } }, true, null],
    [{ order: { no_notification: true }, sending: { no_notification: false } }, false, false],
  ])("is announced, and silent where the request or the order says so: %j", async (says, told, noted) => {
    const order = await anOrder();
    if (says.order) await setOrder(shop, order.id, says.order);
    const packed = await fulfill(order, { ...packs([order.items[0]!.id, 1]), ...says.packing });
    const { id } = newIn(shownOrderIn(packed), order);
    await ship(order, { fulfillment_id: id, ...says.sending });
    expect(await eventsAbout(shop, order.id)).toContainEqual({
      name: "order.shipment_created",
      data: { id: order.id, fulfillment_id: id, no_notification: told },
    });
    expect((await readOrder(shop, order.id)).fulfillments).toMatchObject([{ id, no_notification: noted }]);
  });

  it("is refused twice, for canceled and unknown fulfillments, and for canceled orders", async () => {
    const [order, other] = [await anOrder(), await anOrder()];
    const pack = async (quantity: number) => {
      const before = await readOrder(shop, order.id);
      return newIn(shownOrderIn(await fulfill(order, packs([order.items[0]!.id, quantity]))), before);
    };
    const [shipped, canceled, open] = [await pack(1), await pack(1), await pack(1)];
    await ship(order, { fulfillment_id: shipped.id, tracking_numbers: ["T-1"] });
    await cancel(order, canceled.id);
    const sending = (id: string) => () => ship(order, { fulfillment_id: id, tracking_numbers: ["T-2"] });
    await expectRefusal(order, sending(shipped.id), notAllowed("The fulfillment has already been shipped"));
    await expectRefusal(order, sending(canceled.id), notAllowed("Fulfillment has been canceled"));
    const unknown = (id: string) => notFound(`Fulfillment with id: ${id} was not found`);
    await expectRefusal(order, sending("ful_unknown"), unknown("ful_unknown"));
    await expectRefusal(other, () => ship(other, { fulfillment_id: open.id }), unknown(open.id));
    await setOrder(shop, order.id, { status: "canceled" });
    await expectRefusal(
      order,
      sending(open.id),
      notAllowed("A canceled order cannot be fulfilled as shipped"),
    );
    expect(
      (await shop.admin.post(path("order_unknown", "shipment"), { fulfillment_id: open.id })).status,
    ).toBe(404);
  });

  it("by several at once is done once", async () => {
    const order = await anOrder();
    const { id } = newIn(shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2]))), order);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ship(order, { fulfillment_id: id, tracking_numbers: ["T-1"] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    const after = await readOrder(shop, order.id);
    expect(quantities(after, "shipped_quantity")).toEqual({ [boots]: 2, [socks]: null });
    expect(after.fulfillments[0]!.tracking_links).toHaveLength(1);
  });

  it.each([
    ["without a fulfilment", {}],
    ["with an empty name", { fulfillment_id: "" }],
    ["with a text for the numbers", { fulfillment_id: "ful_1", tracking_numbers: "T-1" }],
    ["with an empty number", { fulfillment_id: "ful_1", tracking_numbers: [""] }],
    ["with too many numbers", { fulfillment_id: "ful_1", tracking_numbers: Array(101).fill("T") }],
    ["with unknown properties", { fulfillment_id: "ful_1", carrier: "post" }],
  ])("is refused %s", async (_, body) => {
    const order = await anOrder();
    await expectRefusal(order, () => ship(order, body), badly);
  });
});

describe("labels", () => {
  it("are none for the manual provider, which takes one statement", async () => {
    const order = await anOrder();
    const { id } = newIn(shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2]))), order);
    const labels = path(order.id, `fulfillments/${id}/documents`);
    const { result, statements } = await countingStatements(shop.db, () => shop.admin.get(labels));
    expect(result).toMatchObject({ status: 200, body: { documents: [] } });
    expect(statements).toEqual(["fulfillment-find"]);
  });

  it("are refused for unknown fulfillments", async () => {
    const [order, other] = [await anOrder(), await anOrder()];
    const { id } = newIn(shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2]))), order);
    for (const [orderId, fulfillmentId] of [
      [other.id, id],
      [order.id, "ful_unknown"],
      ["order_unknown", id],
    ]) {
      const answer = await shop.admin.get(path(orderId!, `fulfillments/${fulfillmentId}/documents`));
      expect(refused(answer)).toEqual(notFound(`Fulfillment with id: ${fulfillmentId} was not found`));
    }
  });
});

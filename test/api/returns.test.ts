import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace, refused } from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aSentOrder, setOrder } from "../support/factories/orders.ts";
import { aReturn, eventsOf, newestReturn, rowsOfOrder } from "../support/factories/returns.ts";
import { anOption } from "../support/factories/shipping.ts";
import { withSentOrder } from "../support/fixtures/with-sent-order.ts";

const { it, shop, place, order, replaceOrder } = withSentOrder();

const ask = (body: unknown, id = order.id) => shop.admin.post(`/admin/orders/${id}/return`, body);
const receive = (id: string, quantity: number) =>
  shop.admin.post(`/admin/returns/${id}/receive`, { items: pieces(quantity) });
const pieces = (quantity = 1, details: Record<string, unknown> = {}) => [
  { item_id: order.lineId, quantity, ...details },
];
const byPost = (price?: number) => ({
  option_id: place.returnOptionId,
  ...(price === undefined ? {} : { price }),
});
const cancel = (id: string) => shop.admin.post(`/admin/returns/${id}/cancel`);

async function aReason(details: Record<string, unknown> = {}): Promise<string> {
  const { body } = await shop.admin.post("/admin/return-reasons", {
    value: `reason-${Math.random()}`,
    label: "Too small",
    ...details,
  });
  return body.return_reason.id;
}

describe("a return that an administrator requests", () => {
  it("is worth its goods where the order was paid elsewhere, and gives nothing back by itself", async () => {
    await shop.db.run({ text: "update payment set order_id = null where order_id = $1", values: [order.id] });
    const { id, refund_amount } = await aReturn(shop, order);
    expect(refund_amount).toBe(1100);
    expect(await receive(id, 1)).toMatchObject({ status: 200, body: { return: { status: "received" } } });
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(body.order).toMatchObject({ refunds: [], refunded_total: 0 });
  });

  it("is worth its goods with tax, less the way back with its tax", async () => {
    const reason_id = await aReason();
    const { status, body } = await ask({
      items: pieces(2, { reason_id, note: "too small" }),
      return_shipping: byPost(150),
      metadata: { ticket: "7" },
    });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      fulfillment_status: "shipped",
      payment_status: "captured",
      refunds: [],
    });
    expect(body.order.items[0]).toMatchObject({ returned_quantity: null, refundable: 3300 });
    expect(body.order.returns).toMatchObject([
      {
        status: "requested",
        order_id: order.id,
        refund_amount: 2200 - 165,
        shipping_data: {},
        received_at: null,
        metadata: { ticket: "7" },
        items: [
          { quantity: 2, requested_quantity: 2, received_quantity: null, reason_id, note: "too small" },
        ],
        shipping_method: { price: 150, tax_lines: [{ rate: 10, code: "default" }] },
      },
    ]);
  });

  it("costs the price of the option without a price in the request", async () => {
    const back = await aReturn(shop, order, { return_shipping: byPost() });
    expect(back).toMatchObject({ refund_amount: 1100 - 220, shipping_method: { price: 200 } });
  });

  it.each([{ price: 400 }, {}, { option_id: "" }])(
    "costs nothing without a shipping option, as in v1: %j",
    async (return_shipping) => {
      const back = await aReturn(shop, order, { return_shipping });
      expect(back).toMatchObject({ refund_amount: 1100, shipping_method: null, status: "requested" });
    },
  );

  it("never takes money for coming back", async () => {
    const back = await aReturn(shop, order, { return_shipping: byPost(5000) });
    expect(back.refund_amount).toBe(0);
  });

  it.each([
    ["less", 300],
    ["nothing", 0],
    ["all that was paid", 3850],
  ])("gives back %s when the shop says so", async (_, refund) => {
    expect(await aReturn(shop, order, { refund })).toMatchObject({ refund_amount: refund });
  });

  it("takes a note of the shop, which does not become metadata", async () => {
    expect(await aReturn(shop, order, { note: "called us" })).toMatchObject({ metadata: null });
  });

  it("is announced, with no_notification of the order or the request", async () => {
    await setOrder(shop, order.id, { no_notification: true });
    const [first, second] = [
      await aReturn(shop, order),
      await aReturn(shop, order, { no_notification: false }),
    ];
    expect([first.no_notification, second.no_notification]).toEqual([true, false]);
    expect(await eventsOf(shop, order.id, "order.return_requested")).toEqual([
      { id: order.id, return_id: first.id, no_notification: true },
      { id: order.id, return_id: second.id, no_notification: false },
    ]);
  });

  it("gives back the discount's share of a piece less", async () => {
    const { code } = await aDiscount(shop, place.id);
    await replaceOrder({ discounts: [{ code }] });
    expect(await aReturn(shop, order)).toMatchObject({ refund_amount: 990 });
  });

  it("gives back piece by piece what all pieces cost, to the cent", async () => {
    await replaceOrder({ price: 335, quantity: 3 });
    const parts = [await aReturn(shop, order), await aReturn(shop, order), await aReturn(shop, order)];
    expect(parts.map(({ refund_amount }) => refund_amount)).toEqual([369, 369, 368]);
    expect(parts.reduce((sum, { refund_amount }) => sum + refund_amount, 0)).toBe(1005 + 101);
  });

  it("refunds no more than was paid without gift cards", async () => {
    const { code } = await aGiftCard(shop, place.id, { value: 3000 });
    await replaceOrder({ giftCards: [{ code }] });
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(body.order.paid_total).toBeLessThan(1100);
    expect(await aReturn(shop, order, { quantity: 3 })).toMatchObject({
      refund_amount: body.order.paid_total,
    });
  });

  it("may be requested again; the pieces come back once", async () => {
    const first = await aReturn(shop, order, { quantity: 2 });
    const again = await aReturn(shop, order, { quantity: 3 });
    expect([first.refund_amount, again.refund_amount]).toEqual([2200, 3300]);
    expect((await receive(first.id, 2)).status).toBe(200);
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await receive(again.id, 3))).toMatchObject({ status: 400, type: "not_allowed" });
    expect(refused(await ask({ items: pieces(2) }))).toEqual({
      status: 400,
      type: "not_allowed",
      message: "Cannot return more items than have been purchased",
    });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("may be of pieces that a swap has paid for, but leaves them to it when they arrive", async () => {
    const swap = {
      return_items: pieces(2),
      additional_items: [{ variant_id: order.variantId, quantity: 1 }],
    };
    const swapped = await shop.admin.post(`/admin/orders/${order.id}/swaps`, swap);
    expect(swapped.status).toBe(200);
    const { id } = await aReturn(shop, order, { quantity: 2 });
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await receive(id, 2))).toMatchObject({ status: 400, type: "not_allowed" });
    expect(refused(await ask({ items: pieces(2), receive_now: true }))).toMatchObject({ status: 400 });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect((await ask({ items: pieces(1), receive_now: true })).status).toBe(200);
  });
});

describe("a return that is refused", () => {
  const cases: [what: string, body: () => unknown, refusal: { status: number; type: string }][] = [
    ["no items", () => ({}), { status: 400, type: "invalid_data" }],
    ["an empty list", () => ({ items: [] }), { status: 400, type: "invalid_data" }],
    [
      "a line of nobody",
      () => ({ items: [{ item_id: "item_x", quantity: 1 }] }),
      { status: 404, type: "not_found" },
    ],
    ["more than was bought", () => ({ items: pieces(4) }), { status: 400, type: "not_allowed" }],
    ["a line twice", () => ({ items: [...pieces(), ...pieces()] }), { status: 400, type: "invalid_data" }],
    ["no pieces", () => ({ items: pieces(0) }), { status: 400, type: "invalid_data" }],
    ["half a piece", () => ({ items: pieces(0.5) }), { status: 400, type: "invalid_data" }],
    [
      "more pieces than there are numbers",
      () => ({ items: pieces(3e9) }),
      { status: 400, type: "invalid_data" },
    ],
    [
      "an unknown reason",
      () => ({ items: pieces(1, { reason_id: "rr_x" }) }),
      { status: 404, type: "not_found" },
    ],
    [
      "an unknown way back",
      () => ({ items: pieces(), return_shipping: { option_id: "so_x" } }),
      { status: 404, type: "not_found" },
    ],
    [
      "a price below zero",
      () => ({ items: pieces(), return_shipping: byPost(-1) }),
      { status: 400, type: "invalid_data" },
    ],
    ["a refund below zero", () => ({ items: pieces(), refund: -1 }), { status: 400, type: "invalid_data" }],
    [
      "a refund above what was paid",
      () => ({ items: pieces(), refund: 3851 }),
      { status: 400, type: "not_allowed" },
    ],
    [
      "an unknown location",
      () => ({ items: pieces(), location_id: "sloc_x" }),
      { status: 404, type: "not_found" },
    ],
    ["an unknown property", () => ({ items: pieces(), color: "red" }), { status: 400, type: "invalid_data" }],
  ];

  it.each(cases)("for %s changes nothing", async (_, body, refusal) => {
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await ask(body()))).toMatchObject(refusal);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("names a reason that stands for more precise ones", async () => {
    const parent = await aReason();
    await aReason({ parent_return_reason_id: parent });
    expect(refused(await ask({ items: pieces(1, { reason_id: parent }) }))).toMatchObject({
      status: 400,
      message: "Cannot apply return reason category",
    });
  });

  it("is of an order that is not there, or that was canceled", async () => {
    expect(refused(await ask({ items: pieces() }, "order_x"))).toMatchObject({
      status: 404,
      type: "not_found",
    });
    await setOrder(shop, order.id, { status: "canceled" });
    const before = await rowsOfOrder(shop, order.id);
    for (const return_shipping of [undefined, byPost()]) {
      expect(refused(await ask({ items: pieces(), return_shipping }))).toMatchObject({
        status: 400,
        type: "invalid_data",
        message: "Cannot create a return for a canceled item.",
      });
    }
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("goes back by an option of another region", async () => {
    const other = await aPlace(shop);
    const { id } = await anOption(shop, other.id, { is_return: true });
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await ask({ items: pieces(), return_shipping: { option_id: id } }))).toMatchObject({
      status: 400,
      type: "invalid_data",
    });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });
});

describe("a return that is canceled", () => {
  it("shows its order, without totals as in v1, and is announced once", async () => {
    const back = await aReturn(shop, order);
    const { status, body } = await cancel(back.id);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      object: "order",
      id: order.id,
      returns: [{ id: back.id, status: "canceled" }],
    });
    expect(Object.keys(body.order)).not.toContain("total");
    expect((await cancel(back.id)).status).toBe(200);
    expect(await eventsOf(shop, order.id, "order.return_canceled")).toEqual([
      { id: order.id, return_id: back.id, no_notification: null },
    ]);
  });

  it("is not one that was received, nor one that is not there", async () => {
    const back = await aReturn(shop, order);
    await shop.admin.post(`/admin/returns/${back.id}/receive`, { items: pieces() });
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await cancel(back.id))).toEqual({
      status: 400,
      type: "not_allowed",
      message: "Can't cancel a return which has been returned",
    });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect(refused(await cancel("ret_x"))).toMatchObject({ status: 404, type: "not_found" });
  });
});

describe("the list of returns", () => {
  const list = async (query: string) => {
    const { status, body } = await shop.admin.get(`/admin/returns?${query}`);
    expect(status, query).toBe(200);
    return body;
  };
  const ids = (body: { returns: { id: string }[] }) => body.returns.map(({ id }) => id);

  it("has the newest first, page by page, with their orders", async () => {
    const made = [await aReturn(shop, order), await aReturn(shop, order), await aReturn(shop, order)];
    const [oldest, middle, newest] = made.map(({ id }) => id);
    const first = await list(`order_id=${order.id}&limit=2`);
    expect(first).toMatchObject({ count: 3, offset: 0, limit: 2 });
    expect(ids(first)).toEqual([newest, middle]);
    expect(ids(await list(`order_id=${order.id}&limit=2&offset=2`))).toEqual([oldest]);
    expect(first.returns[0]).toMatchObject({
      swap: null,
      order: { object: "order", id: order.id },
      items: [{ item_id: order.lineId }],
    });
  });

  it("is filtered by state, order and time", async () => {
    const [open, gone] = [await aReturn(shop, order), await aReturn(shop, order)];
    await cancel(gone.id);
    expect(ids(await list(`order_id=${order.id}&status[]=canceled`))).toEqual([gone.id]);
    expect(ids(await list(`order_id=${order.id}&status[]=requested`))).toEqual([open.id]);
    expect(ids(await list(`order_id=${order.id}&received_at=null`))).toHaveLength(2);
    expect(ids(await list(`order_id=${order.id}&created_at[gt]=2999-01-01`))).toEqual([]);
    expect(ids(await list("order_id=order_x"))).toEqual([]);
  });

  it("refuses what it does not know", async () => {
    for (const query of ["status[]=lost", "color=red", "limit=-1", "order=color", "expand=color"]) {
      expect((await shop.admin.get(`/admin/returns?${query}`)).status, query).toBe(400);
    }
    expect((await shop.visitor().get("/admin/returns")).status).toBe(401);
  });

  it("is read by two statements", async () => {
    await aReturn(shop, order);
    const expand = "items,items.item,order,order.customer,shipping_method.shipping_option";
    const { statements } = await countingStatements(shop.db, () => list(`limit=5&expand=${expand}`));
    expect(statements).toHaveLength(2);
  });
});

describe("a return that a customer requests", () => {
  const request = (body: Record<string, unknown>) =>
    shop.visitor().post("/store/returns", { order_id: order.id, items: pieces(), ...body });

  it("costs the shop's price, regardless of the body", async () => {
    const reason_id = await aReason();
    const { status, body, headers } = await request({
      items: pieces(1, { reason_id, note: "too big" }),
      return_shipping: { option_id: place.returnOptionId },
    });
    expect(status).toBe(200);
    expect(headers.get("idempotency-key")).toBeTruthy();
    expect(body.return).toMatchObject({
      status: "requested",
      refund_amount: 880,
      items: [{ item_id: order.lineId, note: "too big", reason: { id: reason_id } }],
    });
    expect(await newestReturn(shop.admin, order.id)).toMatchObject({ shipping_method: { price: 200 } });
    const before = await rowsOfOrder(shop, order.id);
    for (const body of [
      { return_shipping: { option_id: place.returnOptionId, price: 0 } },
      { refund: 3850 },
      { receive_now: true },
    ]) {
      expect(refused(await request(body))).toMatchObject({ status: 400, type: "invalid_data" });
    }
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("takes only return options that customers may use", async () => {
    const before = await rowsOfOrder(shop, order.id);
    const { id: secret } = await anOption(shop, place.id, { is_return: true, admin_only: true, amount: 0 });
    for (const option_id of [place.optionId, secret]) {
      expect(refused(await request({ return_shipping: { option_id } }))).toMatchObject({
        status: 400,
        type: "not_allowed",
      });
    }
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("is refused for orders and pieces that are not there", async () => {
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await request({ order_id: "order_x" }))).toMatchObject({ status: 404, type: "not_found" });
    expect(refused(await request({ items: pieces(4) }))).toMatchObject({ status: 400, type: "not_allowed" });
    expect(refused(await request({ items: undefined }))).toMatchObject({ status: 400, type: "invalid_data" });
    const other = await aSentOrder(shop, { place });
    const foreign = [{ item_id: other.lineId, quantity: 1 }];
    expect(refused(await request({ items: foreign }))).toMatchObject({ status: 404, type: "not_found" });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });
});

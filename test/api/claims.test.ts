import { describe, expect } from "vitest";
import { configFrom } from "../../src/config.ts";
import { inSideTransaction } from "../../src/db/transaction.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { WAITS } from "../../src/http/waits.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import { claimWork } from "../../src/modules/after-sale/claims/index.ts";
import { entities } from "../../src/modules.ts";
import { refused } from "../support/factories/carts.ts";
import { atOnce, tally } from "../support/factories/checkout.ts";
import { aSentOrder, setOrder } from "../support/factories/orders.ts";
import { eventsOf, rowsOfOrder } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSentOrderOutside } from "../support/fixtures/with-sent-order.ts";
import { stockOfVariant } from "../support/services/scripted-payment.ts";

/** Five pieces, for 7.00 each. */
let spare: string;
const { it, shop, place, order, replaceOrder, providers, carrier, ledger, carrierOption } =
  withSentOrderOutside();
it.beforeEach(async () => {
  spare = await aSoldVariant(shop, { price: 700, stock: 5 });
});

const torn = (quantity = 1, details: Record<string, unknown> = {}) => ({
  item_id: order.lineId,
  quantity,
  reason: "production_failure",
  ...details,
});
const claim = (body: Record<string, unknown>, key?: string) =>
  shop.admin.post(
    `/admin/orders/${order.id}/claims`,
    body,
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );
const refundOf = (details: Record<string, unknown> = {}) => ({
  type: "refund",
  claim_items: [torn()],
  ...details,
});
const replacing = (details: Record<string, unknown> = {}) => ({
  type: "replace",
  claim_items: [torn()],
  additional_items: [{ variant_id: spare, quantity: 2 }],
  ...details,
});
const backByPost = (price = 0) => ({ return_shipping: { option_id: place.returnOptionId, price } });
const backByCarrier = () => ({ return_shipping: { option_id: carrierOption.id } });

async function claimed(body: Record<string, unknown>, key?: string) {
  const { status, body: answer } = await claim(body, key);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.order.claims.at(-1);
}
const shownOrder = async () => (await shop.admin.get(`/admin/orders/${order.id}`)).body.order;
const refunds = () => ledger.moved.filter(({ kind }) => kind === "refund").map(({ amount }) => amount);
const cancel = (id: string) => shop.admin.post(`/admin/orders/${order.id}/claims/${id}/cancel`);

const deps = () => ({
  db: shop.db,
  graph: new Graph(shop.db, new Registry(entities)),
  providers,
  config: configFrom({}),
  waits: WAITS,
});
const runJob = (id: string) =>
  claimWork(deps()).tasks["claim-finish"]!({ id }, { attempt: 1, isStopping: () => false });

describe("a claim that gives money back", () => {
  it("refunds the amount of the request, with the reasons of the claim", async () => {
    const made = await claimed(
      refundOf({
        refund_amount: 800,
        claim_items: [torn(1, { note: "torn", tags: [" Torn ", "torn"], images: ["http://img.test/1.png"] })],
        metadata: { agent: "7" },
      }),
    );
    expect(made).toMatchObject({
      type: "refund",
      payment_status: "refunded",
      fulfillment_status: "not_fulfilled",
      refund_amount: 800,
      metadata: { agent: "7" },
      additional_items: [],
      return_order: null,
      claim_items: [
        {
          item_id: order.lineId,
          variant_id: order.variantId,
          quantity: 1,
          reason: "production_failure",
          note: "torn",
          images: [{ url: "http://img.test/1.png" }],
        },
      ],
    });
    expect(await shownOrder()).toMatchObject({
      payment_status: "captured",
      fulfillment_status: "shipped",
      refunded_total: 800,
      refunds: [{ amount: 800, reason: "claim" }],
      returns: [],
    });
    expect(refunds()).toEqual([800]);
    const tags = await shop.db.run<{ value: string }>({
      text: `select tag.value from claim_item_tags link join claim_tag tag on tag.id = link.tag_id
        where link.item_id = $1`,
      values: [made.claim_items[0].id],
    });
    expect(tags).toEqual([{ value: "torn" }]);
  });

  it("refunds the price of the goods without an amount in the request", async () => {
    expect(await claimed(refundOf({ claim_items: [torn(2)] }))).toMatchObject({ refund_amount: 2200 });
    expect(refunds()).toEqual([2200]);
  });

  it("can give nothing", async () => {
    expect(await claimed(refundOf({ refund_amount: 0 }))).toMatchObject({
      refund_amount: 0,
      payment_status: "refunded",
    });
    expect(refunds()).toEqual([]);
  });

  it("leaves an order `refunded` of which nothing is paid any more", async () => {
    await claimed(refundOf({ refund_amount: 3850 }));
    expect(await shownOrder()).toMatchObject({ payment_status: "refunded", refundable_amount: 0 });
  });

  it("is announced with its items and its refund", async () => {
    const made = await claimed(refundOf({ no_notification: true }));
    const told = { id: made.id, no_notification: true };
    expect(await eventsOf(shop, made.id, "claim.created")).toEqual([told]);
    expect(await eventsOf(shop, made.id, "claim.refund_processed")).toEqual([told]);
    const [item] = made.claim_items;
    expect(await eventsOf(shop, item.id, "claim_item.created")).toEqual([{ id: item.id }]);
  });

  it("gives nothing by itself for goods that are packed, but not shipped", async () => {
    await shop.db.run({
      text: "update line_item set shipped_quantity = 0 where id = $1",
      values: [order.lineId],
    });
    expect(await claimed(refundOf())).toMatchObject({ refund_amount: 0, payment_status: "refunded" });
    expect(refunds()).toEqual([]);
  });

  it("leaves the money of other returns alone", async () => {
    await claimed(refundOf({ refund_amount: 1100, ...backByPost(0) }));
    const items = [{ item_id: order.lineId, quantity: 2 }];
    const { body } = await shop.admin.post(`/admin/orders/${order.id}/return`, { items });
    expect(body.order.returns.at(-1).refund_amount).toBe(2200);
  });

  it("asks for the goods, and does not pay for them twice", async () => {
    const made = await claimed(refundOf({ refund_amount: 1100, ...backByPost(150) }));
    expect(made.return_order).toMatchObject({
      order_id: order.id,
      claim_order_id: made.id,
      status: "requested",
      refund_amount: 1100,
      shipping_data: {},
      shipping_method: { price: 150 },
    });
    const { status } = await shop.admin.post(`/admin/returns/${made.return_order.id}/receive`, {
      items: [{ item_id: order.lineId, quantity: 1 }],
    });
    expect(status).toBe(200);
    expect(refunds()).toEqual([1100]);
    expect(await shownOrder()).toMatchObject({
      refunded_total: 1100,
      fulfillment_status: "partially_returned",
      items: [{ returned_quantity: 1 }],
    });
    expect(await stockOfVariant(shop, order.variantId)).toBe(48);
  });
});

describe("a claim that sends other goods", () => {
  it("keeps them in stock, and costs the customer nothing", async () => {
    const before = await shownOrder();
    const made = await claimed(
      replacing({ shipping_methods: [{ option_id: place.optionId, price: 0, data: { door: "back" } }] }),
    );
    expect(made).toMatchObject({
      type: "replace",
      payment_status: "na",
      fulfillment_status: "not_fulfilled",
      refund_amount: null,
      shipping_address_id: before.shipping_address.id,
      additional_items: [{ variant_id: spare, quantity: 2, unit_price: 700, tax_lines: [{ rate: 10 }] }],
      shipping_methods: [{ price: 0, shipping_option_id: place.optionId, data: { door: "back" } }],
    });
    const { total, paid_total, refundable_amount, refunds: given } = await shownOrder();
    expect({ total, paid_total, refundable_amount, given }).toEqual({
      total: before.total,
      paid_total: before.paid_total,
      refundable_amount: before.refundable_amount,
      given: [],
    });
    expect(await stockOfVariant(shop, spare)).toBe(3);
    expect(await eventsOf(shop, made.id, "claim.created")).toHaveLength(1);
    expect(await eventsOf(shop, made.id, "claim.refund_processed")).toEqual([]);
  });

  it("sends them to another address, or by a method of the order", async () => {
    const { shipping_methods } = await shownOrder();
    const made = await claimed(
      replacing({
        shipping_address: { first_name: "Grace", city: "Elsewhere", country_code: place.countries[1] },
        shipping_methods: [{ id: shipping_methods[0].id }],
      }),
    );
    expect(made).toMatchObject({
      shipping_address: { first_name: "Grace", city: "Elsewhere" },
      shipping_methods: [{ id: shipping_methods[0].id, order_id: order.id, claim_order_id: made.id }],
    });
  });

  it("books the way back of the others at its carrier", async () => {
    const made = await claimed(replacing(backByCarrier()));
    expect(made.return_order).toMatchObject({
      refund_amount: expect.any(Number),
      shipping_data: { label: `label of ${made.return_order.id}` },
    });
    expect(carrier.booked).toHaveLength(1);
    expect(await eventsOf(shop, made.id, "claim.created")).toHaveLength(1);
    expect(await eventsOf(shop, order.id, "order.return_requested")).toEqual([]);
  });

  it("shows the value of the other goods minus return shipping, and refunds nothing for them on receipt", async () => {
    const { return_order } = await claimed(replacing(backByPost(100)));
    expect(return_order.refund_amount).toBe(1100 - 110);
    const items = return_order.items.map(({ item_id, quantity }: Record<string, unknown>) => ({
      item_id,
      quantity,
    }));
    const { status } = await shop.admin.post(`/admin/returns/${return_order.id}/receive`, { items });
    expect(status).toBe(200);
    expect(refunds()).toEqual([]);
  });

  it("sends goods that can be claimed, and can come back, like others", async () => {
    const made = await claimed(replacing());
    const [line] = made.additional_items;
    await shop.db.run({
      text: "update line_item set fulfilled_quantity = 2, shipped_quantity = 2 where id = $1",
      values: [line.id],
    });
    const again = { ...torn(1), item_id: line.id };
    expect(await claimed(refundOf({ claim_items: [again], refund_amount: 0 }))).toMatchObject({
      claim_items: [{ item_id: line.id }],
    });
    const { status, body } = await shop.admin.post(`/admin/orders/${order.id}/return`, {
      items: [{ item_id: line.id, quantity: 1 }],
    });
    expect(status).toBe(200);
    expect(body.order.returns.at(-1)).toMatchObject({ refund_amount: 770 });
  });
});

describe("a claim whose goods come back without a shipping option", () => {
  it.each([
    ["a price", { price: 0 }],
    ["nothing", {}],
    ["an empty option", { option_id: "", price: 500 }],
    ["no option", { option_id: null }],
  ])("has a return without a method when %s is sent", async (_, return_shipping) => {
    const made = await claimed(refundOf({ refund_amount: 700, return_shipping }));
    expect(made.payment_status).toBe("refunded");
    expect(refunds()).toEqual([700]);
    const { returns } = await shownOrder();
    expect(returns).toMatchObject([
      {
        status: "requested",
        claim_order_id: made.id,
        refund_amount: 700,
        shipping_method: null,
        items: [{ item_id: order.lineId, quantity: 1 }],
      },
    ]);
    expect(carrier.booked).toEqual([]);
  });

  it("receives the goods, also with a replacement", async () => {
    const made = await claimed(replacing({ return_shipping: { price: 0 } }));
    const items = [{ item_id: order.lineId, quantity: 1 }];
    const { status, body } = await shop.admin.post(`/admin/returns/${made.return_order.id}/receive`, {
      items,
    });
    expect(status).toBe(200);
    expect(body.return).toMatchObject({ status: "received" });
    expect(await stockOfVariant(shop, spare)).toBe(3);
  });
});

describe("a claim that is refused", () => {
  type Case = [what: string, body: () => Record<string, unknown>, refusal: Record<string, unknown>];
  const invalid = { status: 400, type: "invalid_data" };
  const notAllowed = { status: 400, type: "not_allowed" };
  const notFound = { status: 404, type: "not_found" };
  const cases: Case[] = [
    ["no type", () => ({ claim_items: [torn()] }), invalid],
    ["an unknown type", () => refundOf({ type: "swap" }), invalid],
    ["no items", () => ({ type: "refund" }), invalid],
    ["an empty list", () => refundOf({ claim_items: [] }), invalid],
    ["no reason", () => refundOf({ claim_items: [torn(1, { reason: undefined })] }), invalid],
    ["an unknown reason", () => refundOf({ claim_items: [torn(1, { reason: "ugly" })] }), invalid],
    ["no pieces", () => refundOf({ claim_items: [torn(0)] }), invalid],
    ["more than was sent", () => refundOf({ claim_items: [torn(4)] }), notAllowed],
    ["more than was sent, in parts", () => refundOf({ claim_items: [torn(2), torn(2)] }), notAllowed],
    ["a line of nobody", () => refundOf({ claim_items: [torn(1, { item_id: "item_x" })] }), notFound],
    ["a replacement by nothing", () => replacing({ additional_items: undefined }), invalid],
    ["a replacement with money", () => replacing({ refund_amount: 100 }), invalid],
    ["a refund below zero", () => refundOf({ refund_amount: -1 }), invalid],
    ["a refund above what was paid", () => refundOf({ refund_amount: 3851 }), notAllowed],
    [
      "goods nobody sells",
      () => replacing({ additional_items: [{ variant_id: "variant_x", quantity: 1 }] }),
      invalid,
    ],
    [
      "more goods than there are",
      () => replacing({ additional_items: [{ variant_id: spare, quantity: 6 }] }),
      notAllowed,
    ],
    ["an unknown way back", () => refundOf({ return_shipping: { option_id: "so_x" } }), notFound],
    ["an unknown way there", () => replacing({ shipping_methods: [{ option_id: "so_x" }] }), notFound],
    ["a method of nobody", () => replacing({ shipping_methods: [{ id: "sm_x" }] }), notFound],
    ["a method without a name", () => replacing({ shipping_methods: [{ price: 1 }] }), invalid],
    ["an unknown country", () => replacing({ shipping_address: { country_code: "zz" } }), notFound],
    ["an unknown location", () => refundOf({ ...backByPost(), return_location_id: "sloc_x" }), notFound],
    ["an unknown property", () => refundOf({ color: "red" }), invalid],
  ];

  it.each(cases)("for %s changes nothing", async (_, body, refusal) => {
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await claim(body()))).toMatchObject(refusal);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect(await stockOfVariant(shop, spare)).toBe(5);
    expect(refunds()).toEqual([]);
  });

  it("is of an order that is not there, or that was canceled", async () => {
    const missing = await shop.admin.post("/admin/orders/order_x/claims", refundOf());
    expect(refused(missing)).toMatchObject(notFound);
    await setOrder(shop, order.id, { status: "canceled" });
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await claim(refundOf()))).toMatchObject({ status: 400, type: "invalid_data" });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("is of goods that were not sent", async () => {
    await replaceOrder({ isSent: false });
    expect(refused(await claim(refundOf()))).toMatchObject({
      ...notAllowed,
      message: "Cannot claim more of an item than has been fulfilled.",
    });
  });
});

describe("a claim and those outside", () => {
  it("leaves nothing behind when the payment service refuses", async () => {
    const before = await rowsOfOrder(shop, order.id);
    ledger.beforeMoving = async () => {
      throw new Refusal("not_allowed", "too old");
    };
    expect((await claim(refundOf({ ...backByPost() }))).status).toBe(400);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect(
      await shop.db.run({ text: "select 1 from claim_order where order_id = $1", values: [order.id] }),
    ).toEqual([]);
  });

  it("leaves nothing behind when the carrier refuses", async () => {
    const before = await rowsOfOrder(shop, order.id);
    carrier.meanwhile = async () => {
      throw new Refusal("not_allowed", "we do not go there");
    };
    const address = { shipping_address: { city: "Nowhere" } };
    expect((await claim(replacing({ ...backByCarrier(), ...address }))).status).toBe(400);
    expect((await claim(refundOf(backByCarrier()))).status).toBe(400);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect(await stockOfVariant(shop, spare)).toBe(5);
    expect(refunds()).toEqual([]);
    const strays = await shop.db.run({ text: "select 1 from address where city = 'Nowhere'", values: [] });
    expect(strays).toEqual([]);
  });

  it("is finished by a job when the result of the refund is unknown", async () => {
    ledger.afterMoving = async () => {
      throw new Error("the line is dead");
    };
    expect(refused(await claim(refundOf({ refund_amount: 800 })))).toMatchObject({
      status: 409,
      type: "conflict",
    });
    const [waiting] = (await shownOrder()).claims;
    expect(waiting).toMatchObject({ payment_status: "not_refunded" });
    expect(await eventsOf(shop, waiting.id, "claim.created")).toEqual([]);
    ledger.afterMoving = async () => {};
    await runJob(waiting.id);
    await runJob(waiting.id);
    expect((await shownOrder()).claims).toMatchObject([{ id: waiting.id, payment_status: "refunded" }]);
    expect(refunds()).toEqual([800]);
    expect(await eventsOf(shop, waiting.id, "claim.created")).toHaveLength(1);
    expect(await eventsOf(shop, waiting.id, "claim.refund_processed")).toHaveLength(1);
  });

  it("is finished by the same request after a crash", async () => {
    const made = await claimed(refundOf({ refund_amount: 800 }), "lost-claim");
    // As if the process had died after the claim was stored, before a provider was called.
    await inSideTransaction(shop.db, async (tx) => {
      await tx.run({
        text: "update claim_order set payment_status = 'not_refunded' where id = $1",
        values: [made.id],
      });
      await tx.run({ text: "delete from tradewind.event where entity_id = $1", values: [made.id] });
      await tx.run({ text: "delete from tradewind.idempotency where key = 'lost-claim'", values: [] });
    });
    const again = await claimed(refundOf({ refund_amount: 800 }), "lost-claim");
    expect(again).toMatchObject({ id: made.id, payment_status: "refunded" });
    expect((await shownOrder()).claims).toHaveLength(1);
    expect(refunds()).toEqual([800]);
  });

  it("never gives back more than was paid, however many come at once", async () => {
    const answers = await atOnce(6, () => claim(refundOf({ refund_amount: 2000 })));
    expect(tally(answers)).toEqual({ "200": 1, "400 not_allowed": 5 });
    expect(refunds()).toEqual([2000]);
    expect(await shownOrder()).toMatchObject({
      refunded_total: 2000,
      claims: [{ payment_status: "refunded" }],
    });
  });

  it("keeps the last pieces for one of many", async () => {
    const all = { additional_items: [{ variant_id: spare, quantity: 5 }] };
    const answers = await atOnce(6, () => claim(replacing(all)));
    expect(tally(answers)).toEqual({ "200": 1, "400 insufficient_inventory": 5 });
    expect(await stockOfVariant(shop, spare)).toBe(0);
  });
});

describe("a claim that is canceled", () => {
  it("gives its goods back into stock, and is announced once", async () => {
    const made = await claimed(replacing());
    const { status, body } = await cancel(made.id);
    expect(status).toBe(200);
    expect(body.order.claims).toMatchObject([
      { id: made.id, fulfillment_status: "canceled", canceled_at: expect.any(String) },
    ]);
    expect((await cancel(made.id)).status).toBe(200);
    expect(await stockOfVariant(shop, spare)).toBe(5);
    expect(await eventsOf(shop, made.id, "claim.canceled")).toEqual([{ id: made.id, no_notification: null }]);
  });

  it("is canceled once, however many come at once", async () => {
    const made = await claimed(replacing());
    await atOnce(6, () => cancel(made.id));
    expect(await stockOfVariant(shop, spare)).toBe(5);
    expect(await eventsOf(shop, made.id, "claim.canceled")).toHaveLength(1);
  });

  it("is not one that gave money back, nor one whose goods are on their way", async () => {
    const paid = await claimed(refundOf({ refund_amount: 100 }));
    const waiting = await claimed(replacing(backByPost()));
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await cancel(paid.id))).toMatchObject({
      message: "Claim with a refund cannot be canceled",
    });
    expect(refused(await cancel(waiting.id))).toMatchObject({
      message: "Return must be canceled before the claim can be canceled",
    });
    expect(refused(await cancel("claim_x"))).toMatchObject({ status: 404, type: "not_found" });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    await shop.admin.post(`/admin/returns/${waiting.return_order.id}/cancel`);
    expect((await cancel(waiting.id)).status).toBe(200);
  });

  it("is not one whose goods are to come back", async () => {
    const made = await claimed(replacing());
    const items = [{ item_id: made.additional_items[0]!.id, quantity: 1 }];
    expect((await shop.admin.post(`/admin/orders/${order.id}/return`, { items })).status).toBe(200);
    expect(refused(await cancel(made.id))).toMatchObject({ status: 400, type: "not_allowed" });
    const back = (await shownOrder()).returns.at(-1)!;
    await shop.admin.post(`/admin/returns/${back.id}/cancel`);
    expect((await cancel(made.id)).status).toBe(200);
  });

  it("is one of its own order", async () => {
    const made = await claimed(replacing());
    const other = await aSentOrder(shop, { place });
    const answer = await shop.admin.post(`/admin/orders/${other.id}/claims/${made.id}/cancel`);
    expect(refused(answer)).toMatchObject({ status: 404, type: "not_found" });
    expect((await shownOrder()).claims).toMatchObject([{ canceled_at: null }]);
  });
});

describe("a claim that is changed", () => {
  const change = (id: string, body: unknown) =>
    shop.admin.post(`/admin/orders/${order.id}/claims/${id}`, body);
  const changed = async (id: string, body: unknown) => {
    const { status, body: answer } = await change(id, body);
    expect(status, JSON.stringify(answer)).toBe(200);
    return answer.order.claims.at(-1);
  };

  it("merges metadata and records whether the customer is notified", async () => {
    const made = await claimed(replacing({ metadata: { a: 1, b: 2 } }));
    expect(await changed(made.id, { metadata: { b: "", c: 3 }, no_notification: true })).toMatchObject({
      metadata: { a: 1, c: 3 },
      no_notification: true,
    });
    expect(await eventsOf(shop, made.id, "claim.updated")).toEqual([{ id: made.id, no_notification: true }]);
  });

  it("gets other methods; one of the order stays there", async () => {
    const { shipping_methods } = await shownOrder();
    const [own] = shipping_methods;
    const made = await claimed(replacing({ shipping_methods: [{ id: own.id }] }));
    const next = await changed(made.id, { shipping_methods: [{ option_id: place.optionId, price: 100 }] });
    expect(next.shipping_methods).toMatchObject([{ price: 100, shipping_option_id: place.optionId }]);
    expect((await shownOrder()).shipping_methods).toMatchObject([{ id: own.id, claim_order_id: null }]);
    const kept = await changed(made.id, { shipping_methods: [{ id: next.shipping_methods[0].id }] });
    expect(kept.shipping_methods).toHaveLength(1);
    expect((await changed(made.id, { shipping_methods: [] })).shipping_methods).toEqual([]);
  });

  it("gets other words, images and tags for its items", async () => {
    const made = await claimed(
      replacing({
        claim_items: [torn(1, { note: "torn", images: ["http://img.test/1.png", "http://img.test/2.png"] })],
      }),
    );
    const [item] = made.claim_items;
    const [kept] = item.images;
    const next = await changed(made.id, {
      claim_items: [
        {
          id: item.id,
          note: "worn",
          reason: "other",
          metadata: { seen: true },
          images: [{ id: kept.id }, { url: "http://img.test/3.png" }],
          tags: [{ value: "Worn" }],
        },
      ],
    });
    expect(next.claim_items[0]).toMatchObject({ note: "worn", reason: "other", metadata: { seen: true } });
    expect(next.claim_items[0].images.map(({ url }: { url: string }) => url).sort()).toEqual([
      kept.url,
      "http://img.test/3.png",
    ]);
    expect(await eventsOf(shop, item.id, "claim_item.updated")).toEqual([{ id: item.id }]);
    // Fields that are not sent stay.
    const same = await changed(made.id, { claim_items: [{ id: item.id, note: "old" }] });
    expect(same.claim_items[0]).toMatchObject({ note: "old", reason: "other", metadata: { seen: true } });
    expect(same.claim_items[0].images).toHaveLength(2);
  });

  it.each([
    ["an item of nobody", () => ({ claim_items: [{ id: "citm_x", note: "a" }] }), { status: 404 }],
    ["a method of nobody", () => ({ shipping_methods: [{ id: "sm_x" }] }), { status: 404 }],
    ["an unknown option", () => ({ shipping_methods: [{ option_id: "so_x" }] }), { status: 404 }],
    ["an unknown property", () => ({ color: "red" }), { status: 400 }],
    ["a claim type", () => ({ type: "refund" }), { status: 400 }],
  ])("for %s changes nothing", async (_, body, refusal) => {
    const made = await claimed(replacing());
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await change(made.id, { metadata: { a: 1 }, ...body() }))).toMatchObject(refusal);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("names images and tags that are its own", async () => {
    const made = await claimed(replacing());
    const [{ id }] = made.claim_items;
    const before = await rowsOfOrder(shop, order.id);
    for (const parts of [{ images: [{ id: "cimg_x" }] }, { tags: [{ id: "ctag_x" }] }]) {
      expect(refused(await change(made.id, { claim_items: [{ id, ...parts }] }))).toMatchObject({
        status: 404,
      });
    }
    const twice = { claim_items: [{ id }, { id }] };
    expect(refused(await change(made.id, twice))).toMatchObject({ status: 400, type: "invalid_data" });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("is neither canceled nor of another order", async () => {
    const made = await claimed(replacing());
    const other = await aSentOrder(shop, { place });
    const elsewhere = await shop.admin.post(`/admin/orders/${other.id}/claims/${made.id}`, { metadata: {} });
    expect(refused(elsewhere)).toMatchObject({ status: 404, type: "not_found" });
    await cancel(made.id);
    expect(refused(await change(made.id, { metadata: { a: 1 } }))).toEqual({
      status: 400,
      type: "not_allowed",
      message: "Canceled claim cannot be updated",
    });
  });
});

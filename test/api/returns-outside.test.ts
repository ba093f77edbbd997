import { describe, expect } from "vitest";
import { inSideTransaction } from "../../src/db/transaction.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { WAITS } from "../../src/http/waits.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import {
  insertReturn,
  prepareReturnShipping,
  returnWork,
} from "../../src/modules/after-sale/returns/index.ts";
import { lockOrder } from "../../src/modules/orders/orders/index.ts";
import { entities } from "../../src/modules.ts";
import { refused } from "../support/factories/carts.ts";
import { atOnce, tally } from "../support/factories/checkout.ts";
import { aReturn, eventsOf, newestReturn, rowsOfOrder } from "../support/factories/returns.ts";
import { withSentOrderOutside } from "../support/fixtures/with-sent-order.ts";
import { stockOfVariant } from "../support/services/scripted-payment.ts";

const { it, shop, place, order, providers, carrier, ledger, carrierOption } = withSentOrderOutside();

const pieces = (quantity = 1) => [{ item_id: order.lineId, quantity }];
const ask = (body: Record<string, unknown> = {}, key?: string) =>
  shop.admin.post(
    `/admin/orders/${order.id}/return`,
    { items: pieces(), ...body },
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );
const byCarrier = () => ({ return_shipping: { option_id: carrierOption.id } });
const receive = (id: string, quantity = 1) =>
  shop.admin.post(`/admin/returns/${id}/receive`, { items: pieces(quantity) });
const refunds = () => ledger.moved.filter(({ kind }) => kind === "refund").map(({ amount }) => amount);
const shownOrder = async () => (await shop.admin.get(`/admin/orders/${order.id}`)).body.order;

const deps = () => ({
  db: shop.db,
  graph: new Graph(shop.db, new Registry(entities)),
  providers,
  waits: WAITS,
});

/** As if the process had died when the return was written down, before its carrier was asked. */
const begunAndLost = (key: string): Promise<string> =>
  inSideTransaction(shop.db, async (tx) => {
    const { graph } = deps();
    const lost = await lockOrder(graph, tx, order.id);
    const shipping = await prepareReturnShipping(deps(), lost, {
      items: pieces(),
      choice: { option_id: carrierOption.id },
    });
    return insertReturn(tx, lost, {
      items: pieces(),
      shipping,
      owner: { order_id: order.id },
      noNotification: null,
      idempotencyKey: key,
    });
  });

const runJob = (id: string) =>
  returnWork(deps()).tasks["return-book"]!({ id }, { attempt: 1, isStopping: () => false });

describe("the way back by a carrier", () => {
  it("costs the carrier's price, and is booked with the returned items", async () => {
    const { status, body } = await ask({ items: pieces(2), ...byCarrier() });
    expect(status).toBe(200);
    const [back] = body.order.returns;
    expect(back).toMatchObject({
      refund_amount: 2200 - 66,
      shipping_data: { label: `label of ${back.id}` },
      shipping_method: { price: 60, data: { checked: true } },
    });
    expect(carrier.booked).toMatchObject([
      {
        id: back.id,
        resourceId: order.id,
        methodData: { checked: true },
        items: [{ lineItemId: order.lineId, quantity: 2 }],
      },
    ]);
    expect(carrier.booked[0]!.shippingAddress).toMatchObject({ countryCode: place.countries[0] });
    expect(await eventsOf(shop, order.id, "order.return_requested")).toHaveLength(1);
  });

  it("is booked while nothing is locked", async () => {
    carrier.meanwhile = async () => {
      const { status } = await shop.admin.post(`/admin/orders/${order.id}/return`, { items: pieces() });
      expect(status).toBe(200);
    };
    expect((await ask(byCarrier())).status).toBe(200);
    expect((await shownOrder()).returns).toHaveLength(2);
  });

  it("leaves nothing behind when the carrier refuses", async () => {
    carrier.meanwhile = async () => {
      throw new Refusal("not_allowed", "we do not go there");
    };
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await ask(byCarrier()))).toEqual({
      status: 400,
      type: "invalid_data",
      message: "The return could not be booked: we do not go there",
    });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    carrier.meanwhile = async () => {};
    expect((await ask({ items: pieces(3), ...byCarrier() })).status).toBe(200);
  });

  it("is canceled while it is booked: it stays canceled", async () => {
    carrier.meanwhile = async ({ id }) => {
      expect((await shop.admin.post(`/admin/returns/${id}/cancel`)).status).toBe(200);
    };
    expect((await ask(byCarrier())).status).toBe(200);
    expect(await newestReturn(shop.admin, order.id)).toMatchObject({
      status: "canceled",
      shipping_data: null,
    });
    expect(await eventsOf(shop, order.id, "order.return_requested")).toEqual([]);
  });
});

describe("a crash between the return and its carrier", () => {
  it("is made up for by a job, once", async () => {
    const id = await begunAndLost("lost-1");
    const jobs = await shop.db.run({
      text: "select 1 from graphile_worker.jobs where key = $1",
      values: [`return-book:${id}`],
    });
    expect(jobs).toHaveLength(1);
    expect(await newestReturn(shop.admin, order.id)).toMatchObject({ id, shipping_data: null });
    await runJob(id);
    await runJob(id);
    expect(carrier.booked.map((shipment) => shipment.id)).toEqual([id]);
    expect(await newestReturn(shop.admin, order.id)).toMatchObject({
      shipping_data: { label: `label of ${id}` },
    });
    expect(await eventsOf(shop, order.id, "order.return_requested")).toHaveLength(1);
  });

  it("is made up for by the same request", async () => {
    const id = await begunAndLost("lost-2");
    const { status, body } = await ask(byCarrier(), "lost-2");
    expect(status).toBe(200);
    expect(body.order.returns).toMatchObject([{ id, shipping_data: { label: `label of ${id}` } }]);
    expect(carrier.booked).toHaveLength(1);
  });

  it("leaves a job that has nothing to do when the return is gone", async () => {
    await expect(runJob("ret_x")).resolves.toBeUndefined();
  });
});

describe("many at once", () => {
  it("ask to return the same pieces: they come back once", async () => {
    await atOnce(8, () => ask({ items: pieces(2), ...byCarrier() }));
    const asked = (await shownOrder()).returns as { id: string }[];
    expect(asked).toHaveLength(8);
    const answers = await atOnce(8, (index) => receive(asked[index]!.id, 2));
    expect(tally(answers)).toEqual({ "200": 1, "400 not_allowed": 7 });
    expect(refunds()).toHaveLength(1);
    expect(await shownOrder()).toMatchObject({ items: [{ returned_quantity: 2 }] });
  });

  it("receive the same return: it is paid back, counted and put into stock once", async () => {
    const back = await aReturn(shop, order, { quantity: 2 });
    const answers = await atOnce(8, () => receive(back.id, 2));
    expect(tally(answers)).toEqual({ "200": 1, "400 not_allowed": 7 });
    expect(refunds()).toEqual([2200]);
    expect(await shownOrder()).toMatchObject({ refunded_total: 2200, items: [{ returned_quantity: 2 }] });
    expect(await stockOfVariant(shop, order.variantId)).toBe(49);
    expect(await eventsOf(shop, order.id, "order.items_returned")).toHaveLength(1);
  });

  it("receive and cancel: one wins, and only received goods are refunded", async () => {
    const back = await aReturn(shop, order);
    const [received, canceled] = await Promise.all([
      receive(back.id),
      shop.admin.post(`/admin/returns/${back.id}/cancel`),
    ]);
    const { status } = await newestReturn(shop.admin, order.id);
    expect([received.status, canceled.status]).toContain(200);
    expect(status).toBe(received.status === 200 ? "received" : "canceled");
    expect(refunds()).toEqual(received.status === 200 ? [1100] : []);
  });
});

describe("a payment service", () => {
  it("that refuses leaves the return unchanged", async () => {
    const back = await aReturn(shop, order);
    const before = await rowsOfOrder(shop, order.id);
    ledger.beforeMoving = async () => {
      throw new Refusal("not_allowed", "too old");
    };
    expect((await receive(back.id)).status).toBe(400);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect(await stockOfVariant(shop, order.variantId)).toBe(47);
    ledger.beforeMoving = async () => {};
    expect((await receive(back.id)).status).toBe(200);
    expect(refunds()).toEqual([1100]);
  });

  it("whose answer is lost has paid once, and the return is received when it is requested again", async () => {
    const back = await aReturn(shop, order);
    ledger.afterMoving = async () => {
      throw new Error("the line is dead");
    };
    expect(refused(await receive(back.id))).toMatchObject({ status: 409, type: "conflict" });
    expect(await newestReturn(shop.admin, order.id)).toMatchObject({ status: "requested" });
    ledger.afterMoving = async () => {};
    expect((await receive(back.id)).status).toBe(200);
    expect(refunds()).toEqual([1100]);
    expect(await shownOrder()).toMatchObject({
      refunded_total: 1100,
      fulfillment_status: "partially_returned",
    });
  });

  it("that has paid all there was: the return that it was paid for is received nevertheless", async () => {
    const back = await aReturn(shop, order, { quantity: 3, refund: 3850 });
    ledger.afterMoving = async () => {
      throw new Error("the line is dead");
    };
    await receive(back.id, 3);
    ledger.afterMoving = async () => {};
    expect((await receive(back.id, 3)).status).toBe(200);
    expect(refunds()).toEqual([3850]);
    expect(await shownOrder()).toMatchObject({ fulfillment_status: "returned", payment_status: "refunded" });
  });
});

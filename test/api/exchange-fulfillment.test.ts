import { describe, expect } from "vitest";
import { aPlace, type Place, refused } from "../support/factories/carts.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aBoughtOrder,
  anExchange,
  consignmentRows,
  packs,
  path,
  type ShownOrder,
  shownOrderIn,
} from "../support/factories/fulfillments.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let post: string;
let boots: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  post = (await anOption(shop, place.id)).id;
  boots = await aSoldVariant(shop);
});

const anOrder = () =>
  aBoughtOrder(shop, { place, optionIds: [post], items: [{ variantId: boots, quantity: 1 }] });

const kinds = ["swap", "claim"] as const;
type Kind = (typeof kinds)[number];

/** A swap or claim with two new lines: two pieces and one piece. */
async function anExchangeOf(
  kind: Kind,
  columns: Record<string, unknown> = {},
  optionId: string | null = post,
) {
  const order = await anOrder();
  const lines = [2, 1].map((quantity) => ({ variantId: boots, quantity }));
  const exchange = await anExchange(shop, kind, { orderId: order.id, lines, optionId, columns });
  return { order, ...exchange, at: path(order.id, `${kind}s/${exchange.id}`) };
}

const inOrder = (order: ShownOrder, kind: Kind) => (kind === "swap" ? order.swaps : order.claims)[0]!;
const fulfill = (at: string, body: unknown = {}) => shop.admin.post(`${at}/fulfillments`, body);
const cancel = (at: string, id: string) => shop.admin.post(`${at}/fulfillments/${id}/cancel`);
const ship = (at: string, body: unknown) => shop.admin.post(`${at}/shipments`, body);

describe.each(kinds)("the goods of a %s", (kind) => {
  it("are all packed at once", async () => {
    const { order, id, lineIds, at } = await anExchangeOf(kind);
    const after = shownOrderIn(await fulfill(at, { metadata: { box: 2 }, no_notification: true }));
    const exchange = inOrder(after, kind);
    expect(exchange.fulfillment_status).toBe("fulfilled");
    expect(exchange.additional_items.map((line) => line.fulfilled_quantity).sort()).toEqual([1, 2]);
    expect(exchange.fulfillments).toMatchObject([
      {
        order_id: null,
        swap_id: kind === "swap" ? id : null,
        claim_order_id: kind === "claim" ? id : null,
        provider_id: "manual",
        metadata: { box: 2 },
        no_notification: null,
      },
    ]);
    expect(exchange.fulfillments[0]!.items.map(({ item_id }) => item_id).sort()).toEqual([...lineIds].sort());
    expect(after).toMatchObject({ fulfillment_status: "not_fulfilled", fulfillments: [] });
    const data = { id, fulfillment_id: exchange.fulfillments[0]!.id, no_notification: true };
    expect(await eventsAbout(shop, id)).toEqual([{ name: `${kind}.fulfillment_created`, data }]);
    expect(order.items).toHaveLength(1);
  });

  it("are shipped, with tracking numbers", async () => {
    const { id, at } = await anExchangeOf(kind);
    const [fulfillment] = inOrder(shownOrderIn(await fulfill(at)), kind).fulfillments;
    expect(fulfillment!.metadata).toBeNull();
    const after = inOrder(
      shownOrderIn(await ship(at, { fulfillment_id: fulfillment!.id, tracking_numbers: ["X-1"] })),
      kind,
    );
    expect(after.fulfillment_status).toBe("shipped");
    expect(after.additional_items.map((line) => line.shipped_quantity).sort()).toEqual([1, 2]);
    expect(after.fulfillments).toMatchObject([
      { metadata: {}, tracking_links: [{ tracking_number: "X-1" }] },
    ]);
    expect((await eventsAbout(shop, id)).at(-1)).toEqual({
      name: `${kind}.shipment_created`,
      data: { id, fulfillment_id: fulfillment!.id, no_notification: null },
    });
  });

  it("are packed again after a cancellation", async () => {
    const { id, at } = await anExchangeOf(kind);
    const [fulfillment] = inOrder(shownOrderIn(await fulfill(at)), kind).fulfillments;
    const after = inOrder(shownOrderIn(await cancel(at, fulfillment!.id)), kind);
    expect(after.fulfillment_status).toBe("canceled");
    expect(after.additional_items.map((line) => line.fulfilled_quantity)).toEqual([0, 0]);
    expect((await eventsAbout(shop, id)).at(-1)).toMatchObject({ name: `${kind}.fulfillment_canceled` });
    const again = inOrder(shownOrderIn(await fulfill(at)), kind);
    expect(again).toMatchObject({ fulfillment_status: "fulfilled" });
    expect(again.fulfillments).toHaveLength(2);
  });

  it("are shipped in part when they go different ways", async () => {
    const { order, id, lineIds, at } = await anExchangeOf(kind, { fulfillment_status: "fulfilled" });
    const column = kind === "swap" ? "swap_id" : "claim_order_id";
    for (const [index, itemId] of lineIds.entries()) {
      await shop.db.run({
        text: `insert into fulfillment (id, ${column}, provider_id, data) values ($1, $2, 'manual', '{}')`,
        values: [`ful_${index}_${id}`, id],
      });
      await shop.db.run({
        text: "insert into fulfillment_item (fulfillment_id, item_id, quantity) values ($1, $2, $3)",
        values: [`ful_${index}_${id}`, itemId, 2 - index],
      });
    }
    const one = shownOrderIn(await ship(at, { fulfillment_id: `ful_0_${id}` }));
    expect(inOrder(one, kind).fulfillment_status).toBe("partially_shipped");
    const both = shownOrderIn(await ship(at, { fulfillment_id: `ful_1_${id}` }));
    expect(inOrder(both, kind).fulfillment_status).toBe("shipped");
    expect(both.id).toBe(order.id);
  });

  it("have labels in the order", async () => {
    const { order, at } = await anExchangeOf(kind);
    const [fulfillment] = inOrder(shownOrderIn(await fulfill(at)), kind).fulfillments;
    const labels = await shop.admin.get(path(order.id, `fulfillments/${fulfillment!.id}/documents`));
    expect(labels).toMatchObject({ status: 200, body: { documents: [] } });
    const other = await anOrder();
    expect((await shop.admin.get(path(other.id, `fulfillments/${fulfillment!.id}/documents`))).status).toBe(
      404,
    );
  });

  it("are packed once by several at once", async () => {
    const { at } = await anExchangeOf(kind);
    const answers = await Promise.all(Array.from({ length: 5 }, () => fulfill(at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  async function expectRefusal(order: ShownOrder, send: () => Promise<unknown>, expected: object) {
    const before = await consignmentRows(shop, order.id);
    expect(refused((await send()) as never)).toEqual(expected);
    expect(await consignmentRows(shop, order.id)).toEqual(before);
  }

  const words = {
    swap: {
      canceled: "Canceled swap cannot be fulfilled",
      canceledShipment: "Canceled swap cannot be fulfilled as shipped",
      again: "The swap was already fulfilled",
      method: "Cannot fulfill an swap that doesn't have shipping methods",
    },
    claim: {
      canceled: "Canceled claim cannot be fulfilled",
      canceledShipment: "Canceled claim cannot be fulfilled as shipped",
      again: "The claim has already been fulfilled.",
      method: "Cannot fulfill a claim without a shipping method.",
    },
  }[kind];
  const notAllowed = (message: string) => ({ status: 400, type: "not_allowed", message });

  it("are not sent twice", async () => {
    const { order, at } = await anExchangeOf(kind);
    await fulfill(at);
    await expectRefusal(order, () => fulfill(at), notAllowed(words.again));
  });

  it("are not sent without a shipping method", async () => {
    const { order, at } = await anExchangeOf(kind, {}, null);
    await expectRefusal(order, () => fulfill(at), notAllowed(words.method));
  });

  it("are not sent when it is canceled", async () => {
    const { order, id, at } = await anExchangeOf(kind);
    const [fulfillment] = inOrder(shownOrderIn(await fulfill(at)), kind).fulfillments;
    const table = kind === "swap" ? "swap" : "claim_order";
    await shop.db.run({ text: `update ${table} set canceled_at = now() where id = $1`, values: [id] });
    await expectRefusal(order, () => fulfill(at), notAllowed(words.canceled));
    const sending = () => ship(at, { fulfillment_id: fulfillment!.id });
    await expectRefusal(order, sending, notAllowed(words.canceledShipment));
  });

  it("are not found in another order, nor by another name", async () => {
    const { id, at } = await anExchangeOf(kind);
    const [fulfillment] = inOrder(shownOrderIn(await fulfill(at)), kind).fulfillments;
    const other = await anExchangeOf(kind);
    const unknown = {
      status: 404,
      type: "not_found",
      message: `Fulfillment with id: ${fulfillment!.id} was not found`,
    };
    await expectRefusal(other.order, () => cancel(other.at, fulfillment!.id), unknown);
    await expectRefusal(other.order, () => ship(other.at, { fulfillment_id: fulfillment!.id }), unknown);
    const elsewhere = path(other.order.id, `${kind}s/${id}`);
    for (const answer of [
      await fulfill(elsewhere),
      await cancel(elsewhere, fulfillment!.id),
      await ship(elsewhere, { fulfillment_id: fulfillment!.id }),
      await fulfill(path("order_unknown", `${kind}s/${id}`)),
    ]) {
      expect(answer.status).toBe(404);
    }
    // A fulfilment of the order itself is none of the exchange, and the other way round.
    const { fulfillments } = shownOrderIn(
      await shop.admin.post(path(other.order.id, "fulfillment"), packs([other.order.items[0]!.id, 1])),
    );
    expect((await cancel(other.at, fulfillments[0]!.id)).status).toBe(404);
  });

  it.each([
    ["items", { items: [] }],
    ["a number for the metadata", { metadata: 1 }],
    ["a text for silence", { no_notification: "yes" }],
  ])("are refused with %s", async (_, body) => {
    const { order, at } = await anExchangeOf(kind);
    const before = await consignmentRows(shop, order.id);
    expect((await fulfill(at, body)).status).toBe(400);
    expect(await consignmentRows(shop, order.id)).toEqual(before);
  });
});

describe("a claim that gives money back", () => {
  it("sends nothing", async () => {
    const { order, at } = await anExchangeOf("claim", { type: "refund" });
    const before = await consignmentRows(shop, order.id);
    expect(refused(await fulfill(at))).toEqual({
      status: 400,
      type: "not_allowed",
      message: 'Claims with the type "refund" can not be fulfilled.',
    });
    expect(await consignmentRows(shop, order.id)).toEqual(before);
  });
});

import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aPlace, type Place, refused } from "../support/factories/carts.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aBoughtOrder,
  consignmentRows,
  expireLeases,
  packs,
  path,
  readOrder,
  runCarrierCalls,
  type ShownOrder,
  shownOrderIn,
} from "../support/factories/fulfillments.ts";
import { anOption, aProfile } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { Gate } from "../support/services/outside-world.ts";
import { ParcelCarrier } from "../support/services/parcel-carrier.ts";

const parcels = new ParcelCarrier();
const freight = new ParcelCarrier("freight");
const providers = new ProviderRegistry();
providers.fulfillment.add(parcels);
providers.fulfillment.add(freight);

let place: Place;
let byParcel: string;
let byFreight: string;
let boots: string;
let sofa: string;
const { it, shop } = withShop(() => startShop({}, { providers }));
it.beforeAll(async () => {
  place = await aPlace(shop, { fulfillment_providers: ["parcels", "freight"] });
  const bulky = await aProfile(shop);
  byParcel = (await anOption(shop, place.id, { provider_id: "parcels", data: { id: "parcel" } })).id;
  const option = { provider_id: "freight", data: { id: "parcel" }, profile_id: bulky.id };
  byFreight = (await anOption(shop, place.id, option)).id;
  boots = await aSoldVariant(shop, { price: 2500 });
  const { productId, variantId } = await aSoldProduct(shop);
  sofa = variantId;
  await shop.db.run({
    text: "update product_shipping_profile set profile_id = $2 where product_id = $1",
    values: [productId, bulky.id],
  });
});
it.beforeEach(() => {
  parcels.forget();
  freight.forget();
});

const someBoots = () =>
  aBoughtOrder(shop, { place, optionIds: [byParcel], items: [{ variantId: boots, quantity: 3 }] });

const bootsAndSofa = () =>
  aBoughtOrder(shop, {
    place,
    optionIds: [byParcel, byFreight],
    items: [
      { variantId: boots, quantity: 1 },
      { variantId: sofa, quantity: 1 },
    ],
  });

const everything = (order: ShownOrder) =>
  packs(...order.items.map(({ id, quantity }) => [id, quantity] as const));

const fulfill = (order: ShownOrder, body: unknown = everything(order)) =>
  shop.admin.post(path(order.id, "fulfillment"), body);
const cancel = (order: ShownOrder, id: string) =>
  shop.admin.post(path(order.id, `fulfillments/${id}/cancel`));
const ship = (order: ShownOrder, body: unknown) => shop.admin.post(path(order.id, "shipment"), body);
const namesOf = async (id: string) => (await eventsAbout(shop, id)).map(({ name }) => name);

/** An order of which everything is packed. */
async function packed(): Promise<{ order: ShownOrder; id: string }> {
  const order = await someBoots();
  const { fulfillments } = shownOrderIn(await fulfill(order));
  parcels.forget();
  return { order, id: fulfillments[0]!.id };
}

describe("a carrier", () => {
  it("receives the goods and the address, and its reference is stored with the fulfillment", async () => {
    const order = await someBoots();
    const [line] = order.items;
    const after = shownOrderIn(await fulfill(order, packs([line!.id, 2])));
    const [fulfillment] = after.fulfillments;
    const { shipment, reference } = parcels.bookings.get(fulfillment!.id)!;
    expect(fulfillment).toMatchObject({ provider_id: "parcels", data: { reference } });
    expect(shipment).toMatchObject({
      id: fulfillment!.id,
      resourceId: order.id,
      email: expect.stringContaining("buyer-"),
      currencyCode: "usd",
      methodData: {},
      shippingAddress: { firstName: "Ada", address1: "1 Test Road", countryCode: place.countries[0] },
      items: [
        { lineItemId: line!.id, variantId: boots, quantity: 2, unitPrice: 2500, sku: null, weight: null },
      ],
    });
  });

  it("prints labels", async () => {
    const { order, id } = await packed();
    const { status, body } = await shop.admin.get(path(order.id, `fulfillments/${id}/documents`));
    const { reference, tracking } = parcels.bookings.get(id)!;
    expect(status).toBe(200);
    expect(body.documents).toEqual([
      { name: `label-${reference}.pdf`, type: "application/pdf", content: expect.any(String) },
    ]);
    expect(Buffer.from(body.documents[0].content, "base64").toString()).toBe(
      `label ${reference} ${tracking}`,
    );
  });

  it("provides the tracking numbers when the request has none", async () => {
    const { order, id } = await packed();
    const { tracking } = parcels.bookings.get(id)!;
    const { fulfillments } = shownOrderIn(await ship(order, { fulfillment_id: id }));
    expect(fulfillments[0]!.tracking_links).toMatchObject([
      { tracking_number: tracking, url: `https://parcels.example/${tracking}` },
    ]);
    const other = await packed();
    const without = shownOrderIn(await ship(other.order, { fulfillment_id: other.id, tracking_numbers: [] }));
    expect(without.fulfillments[0]!.tracking_links).toEqual([]);
  });

  it("that has no tracking numbers to give does not let a parcel leave without", async () => {
    const { order, id } = await packed();
    const before = await consignmentRows(shop, order.id);
    const usual = parcels.tracking;
    parcels.tracking = async () => [{ number: "" }];
    const answer = await ship(order, { fulfillment_id: id });
    parcels.tracking = usual;
    expect(refused(answer).message).toBe(
      "The fulfillment provider parcels gave no tracking numbers: it gave no tracking number that can be stored",
    );
    expect(await consignmentRows(shop, order.id)).toEqual(before);
  });

  it("whose documents cannot be read is reported to the administrator", async () => {
    const { order, id } = await packed();
    const usual = parcels.documents;
    for (const wrong of ["a label", [null], [{ name: "label" }]]) {
      parcels.documents = async () => wrong as never;
      const { status, body } = await shop.admin.get(path(order.id, `fulfillments/${id}/documents`));
      expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    }
    parcels.documents = usual;
  });

  it.each([
    ["refuses", () => Promise.reject(Object.assign(new Error("secret"), {})), "it failed"],
    ["returns no data", async () => "ok" as never, "it returned no data that can be stored"],
  ])("that %s leaves nothing behind", async (_, answer, reason) => {
    const order = await someBoots();
    const before = await consignmentRows(shop, order.id);
    const usual = parcels.createFulfillment;
    parcels.createFulfillment = answer;
    const refusal = refused(await fulfill(order));
    parcels.createFulfillment = usual;
    const message = `The fulfillment provider parcels did not take the shipment: ${reason}`;
    expect(refusal).toEqual({ status: 400, type: "invalid_data", message });
    expect(await consignmentRows(shop, order.id)).toEqual(before);
    expect(await namesOf(order.id)).toEqual(["order.placed"]);
  });

  it("refuses with its own message, and may be called again", async () => {
    const order = await someBoots();
    const before = await consignmentRows(shop, order.id);
    parcels.refusal = "the parcel is too heavy";
    expect(refused(await fulfill(order)).message).toBe(
      "The fulfillment provider parcels did not take the shipment: the parcel is too heavy",
    );
    expect(await consignmentRows(shop, order.id)).toEqual(before);
    parcels.forget();
    expect(shownOrderIn(await fulfill(order))).toMatchObject({ fulfillment_status: "fulfilled" });
  });

  it("that refuses leaves the state of earlier shipments", async () => {
    const order = await someBoots();
    const [line] = order.items;
    const { fulfillments } = shownOrderIn(await fulfill(order, packs([line!.id, 1])));
    await ship(order, { fulfillment_id: fulfillments[0]!.id });
    const before = await consignmentRows(shop, order.id);
    parcels.refusal = "no";
    await fulfill(order, packs([line!.id, 2]));
    expect(await consignmentRows(shop, order.id)).toEqual(before);
    expect(await readOrder(shop, order.id)).toMatchObject({ fulfillment_status: "partially_shipped" });
  });
});

describe("two carriers of one order", () => {
  it("get only their own items", async () => {
    const order = await bootsAndSofa();
    const after = shownOrderIn(await fulfill(order));
    expect(after.fulfillments.map(({ provider_id }) => provider_id).sort()).toEqual(["freight", "parcels"]);
    expect((await namesOf(order.id)).filter((name) => name === "order.fulfillment_created")).toHaveLength(2);
  });

  it("take all or nothing: when one refuses, the booking of the other is canceled", async () => {
    const order = await bootsAndSofa();
    const before = await consignmentRows(shop, order.id);
    freight.refusal = "no lorry";
    expect((await fulfill(order)).status).toBe(400);
    expect(await consignmentRows(shop, order.id)).toEqual(before);
    const [booked] = parcels.asked;
    expect(parcels.asked).toEqual([booked, booked!.replace("book", "cancel")]);
    expect(parcels.bookings.get(booked!.slice("book ".length))!.state).toBe("canceled");
    expect(await namesOf(order.id)).toEqual(["order.placed"]);
  });

  it("keep what one of them does not give back", async () => {
    const order = await bootsAndSofa();
    freight.refusal = "no lorry";
    parcels.cancelRefusal = "it is on its way";
    expect((await fulfill(order)).status).toBe(400);
    const after = await readOrder(shop, order.id);
    expect(after.fulfillment_status).toBe("partially_fulfilled");
    expect(after.fulfillments).toMatchObject([
      { provider_id: "parcels", data: { reference: expect.any(String) } },
    ]);
  });
});

describe("canceling at the carrier", () => {
  it("is requested, and done when the carrier agrees", async () => {
    const { order, id } = await packed();
    expect(shownOrderIn(await cancel(order, id)).fulfillment_status).toBe("canceled");
    expect(parcels.bookings.get(id)!.state).toBe("canceled");
  });

  it("changes nothing when it refuses, and may be called again", async () => {
    const { order, id } = await packed();
    const before = await consignmentRows(shop, order.id);
    parcels.bookings.get(id)!.state = "collected";
    expect(refused(await cancel(order, id))).toEqual({
      status: 400,
      type: "invalid_data",
      message: "The fulfillment provider parcels did not cancel the shipment: the parcel was collected",
    });
    expect(await consignmentRows(shop, order.id)).toEqual(before);
    parcels.bookings.get(id)!.state = "booked";
    expect(shownOrderIn(await cancel(order, id)).fulfillment_status).toBe("canceled");
  });
});

describe("during a call of a carrier", () => {
  it("about a new fulfillment, it cannot be shipped, canceled or printed; other pieces can be packed", async () => {
    const order = await someBoots();
    const [line] = order.items;
    parcels.gate = new Gate();
    const { gate } = parcels;
    const running = fulfill(order, packs([line!.id, 1]));
    await gate.reached;
    const { id } = (await readOrder(shop, order.id)).fulfillments[0]!;
    parcels.gate = null;
    for (const answer of [
      await ship(order, { fulfillment_id: id }),
      await ship(order, { fulfillment_id: id, tracking_numbers: ["T"] }),
      await cancel(order, id),
      await shop.admin.get(path(order.id, `fulfillments/${id}/documents`)),
    ]) {
      expect({ status: answer.status, type: answer.body.type }).toEqual({ status: 409, type: "conflict" });
    }
    const other = shownOrderIn(await fulfill(order, packs([line!.id, 1])));
    expect(other.items[0]!.fulfilled_quantity).toBe(2);
    gate.letGo();
    expect((await running).status).toBe(200);
    expect(await readOrder(shop, order.id)).toMatchObject({ fulfillment_status: "partially_fulfilled" });
  });

  it("and refuses, changes of other requests stay", async () => {
    const order = await someBoots();
    const [line] = order.items;
    parcels.gate = new Gate();
    const { gate } = parcels;
    const running = fulfill(order, packs([line!.id, 1]));
    await gate.reached;
    parcels.gate = null;
    await fulfill(order, packs([line!.id, 2]));
    parcels.refusal = "no";
    gate.letGo();
    expect((await running).status).toBe(400);
    const after = await readOrder(shop, order.id);
    expect(after).toMatchObject({ fulfillment_status: "partially_fulfilled" });
    expect(after.items[0]!.fulfilled_quantity).toBe(2);
    expect(after.fulfillments).toHaveLength(1);
  });

  it("to cancel, it cannot be shipped", async () => {
    const { order, id } = await packed();
    parcels.gate = new Gate();
    const { gate } = parcels;
    const running = cancel(order, id);
    await gate.reached;
    expect((await ship(order, { fulfillment_id: id, tracking_numbers: [] })).status).toBe(409);
    expect((await cancel(order, id)).status).toBe(409);
    gate.letGo();
    expect((await running).status).toBe(200);
    expect(await readOrder(shop, order.id)).toMatchObject({ fulfillment_status: "canceled" });
  });
});

/** The process that asked the carrier is as good as dead: its carrier never answers it. */
async function abandoned(
  order: ShownOrder,
  ask: () => Promise<unknown>,
): Promise<{ ids: string[]; revive: () => Promise<unknown> }> {
  const gate = new Gate();
  parcels.gate = gate;
  const running = ask();
  await gate.reached;
  parcels.gate = null;
  const ids = await expireLeases(shop, order.id);
  expect(ids).toHaveLength(1);
  return {
    ids,
    revive: () => {
      gate.letGo();
      return running;
    },
  };
}

describe("what a crash leaves at a carrier", () => {
  it("is finished by a job, once", async () => {
    const order = await someBoots();
    const { ids, revive } = await abandoned(order, () => fulfill(order));
    await runCarrierCalls(shop, providers, ids);
    const [fulfillment] = (await readOrder(shop, order.id)).fulfillments;
    expect(fulfillment!.data).toEqual({
      reference: parcels.bookings.get(fulfillment!.id)!.reference,
      shipment: fulfillment!.id,
    });
    expect(await namesOf(order.id)).toEqual(["order.placed", "order.fulfillment_created"]);
    await runCarrierCalls(shop, providers, ids);
    // Should it be alive after all, it finds everything done.
    expect(await revive()).toMatchObject({ status: 200 });
    expect(await namesOf(order.id)).toEqual(["order.placed", "order.fulfillment_created"]);
    expect(parcels.asked).toEqual([`book ${fulfillment!.id}`, `book ${fulfillment!.id}`]);
  });

  it("is finished by the next request about the order", async () => {
    const order = await someBoots();
    const { revive } = await abandoned(order, () => fulfill(order, packs([order.items[0]!.id, 1])));
    const after = shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2])));
    expect(after).toMatchObject({ fulfillment_status: "fulfilled" });
    for (const { id, data } of after.fulfillments) {
      expect(data).toEqual({ reference: parcels.bookings.get(id)!.reference, shipment: id });
    }
    await revive();
  });

  it("is finished by the same request, which gets its answer", async () => {
    const order = await someBoots();
    const key = { headers: { "idempotency-key": `same-${order.id}` } };
    const send = () => shop.admin.post(path(order.id, "fulfillment"), everything(order), key);
    const { revive } = await abandoned(order, send);
    await shop.db.run({
      text: "update tradewind.idempotency set locked_until = now() - interval '1 second' where key = $1",
      values: [key.headers["idempotency-key"]],
    });
    const again = shownOrderIn(await send());
    expect(again).toMatchObject({ fulfillment_status: "fulfilled" });
    expect(again.fulfillments).toHaveLength(1);
    await revive();
    expect((await readOrder(shop, order.id)).fulfillments).toHaveLength(1);
  });

  it("is withdrawn when the carrier refuses, and the refusal is reported", async () => {
    const order = await someBoots();
    const before = await consignmentRows(shop, order.id);
    const { ids, revive } = await abandoned(order, () => fulfill(order));
    parcels.refusal = "too late";
    await runCarrierCalls(shop, providers, ids);
    expect(await consignmentRows(shop, order.id)).toEqual(before);
    expect((await eventsAbout(shop, order.id)).at(-1)).toEqual({
      name: "order.fulfillment_refused",
      data: {
        id: order.id,
        fulfillment_id: expect.stringMatching(/^ful_/),
        reason: "The fulfillment provider parcels did not take the shipment: too late",
      },
    });
    // The one that was taken for dead has its shipment taken after all: it is given back.
    parcels.refusal = null;
    expect(await revive()).toMatchObject({ status: 409 });
    expect(await consignmentRows(shop, order.id)).toEqual(before);
    expect([...parcels.bookings.values()].at(-1)!.state).toBe("canceled");
  });

  it("of a cancellation is finished, too", async () => {
    const { order, id } = await packed();
    const { ids, revive } = await abandoned(order, () => cancel(order, id));
    expect(await readOrder(shop, order.id)).toMatchObject({ fulfillment_status: "fulfilled" });
    await runCarrierCalls(shop, providers, ids);
    expect(await readOrder(shop, order.id)).toMatchObject({ fulfillment_status: "canceled" });
    expect(await revive()).toMatchObject({ status: 200 });
    const canceled = (await namesOf(order.id)).filter((name) => name === "order.fulfillment_canceled");
    expect(canceled).toHaveLength(1);
    expect((await readOrder(shop, order.id)).items[0]!.fulfilled_quantity).toBe(0);
  });

  it("waits for a carrier that is not installed at the moment", async () => {
    const order = await someBoots();
    const { ids, revive } = await abandoned(order, () => fulfill(order));
    await expect(runCarrierCalls(shop, new ProviderRegistry(), ids)).rejects.toThrow("is not finished yet");
    expect((await readOrder(shop, order.id)).fulfillments).toHaveLength(1);
    await expireLeases(shop, order.id);
    await runCarrierCalls(shop, providers, ids);
    await revive();
  });

  it("is left to the process that works on it", async () => {
    const order = await someBoots();
    parcels.gate = new Gate();
    const { gate } = parcels;
    const running = fulfill(order);
    await gate.reached;
    const [{ id }] = (await shop.db.run<{ id: string }>({
      text: "select id from tradewind.carrier_call where order_id = $1",
      values: [order.id],
    })) as [{ id: string }];
    await expect(runCarrierCalls(shop, providers, [id])).rejects.toThrow("is not finished yet");
    gate.letGo();
    expect((await running).status).toBe(200);
    expect(parcels.asked).toHaveLength(1);
  });

  it("has a job that looks after it", async () => {
    const { order } = await packed();
    const jobs = await shop.db.run<{ count: number }>({
      text: `select count(*) as count from graphile_worker.jobs
        where task_identifier = 'carrier-errand' and run_at > now()`,
      values: [],
    });
    expect(jobs[0]!.count).toBeGreaterThan(0);
    expect(await readOrder(shop, order.id)).toMatchObject({ fulfillment_status: "fulfilled" });
  });
});

describe("a carrier that takes too long", () => {
  it("is called again later: the pieces stay packed, and the administrator is informed", async () => {
    const order = await someBoots();
    parcels.gate = new Gate();
    const { gate } = parcels;
    const answer = await fulfill(order);
    expect({ status: answer.status, type: answer.body.type }).toEqual({ status: 409, type: "conflict" });
    expect(answer.body.message).toContain("parcels did not take the shipment: it did not answer in time");
    parcels.gate = null;
    expect((await readOrder(shop, order.id)).items[0]!.fulfilled_quantity).toBe(3);
    await runCarrierCalls(shop, providers, await expireLeases(shop, order.id));
    expect((await readOrder(shop, order.id)).fulfillments).toMatchObject([
      { data: { reference: expect.any(String) } },
    ]);
    gate.letGo();
  });
});

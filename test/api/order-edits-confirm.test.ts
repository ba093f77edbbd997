import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aPlace, type Place, refused } from "../support/factories/carts.ts";
import { atOnce, ownStock, tally } from "../support/factories/checkout.ts";
import { aDraft } from "../support/factories/draft-orders.ts";
import { aRequestedEdit, Editing, editIn, RememberingPayment } from "../support/factories/order-edits.ts";
import { anOrder, setOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { OtherTransaction } from "../support/postgres/other-transaction.ts";

const card = new RememberingPayment("card");
let place: Place;
let shirt: string;

const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(card);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aPlace(shop, { payment_providers: ["card"] });
  shirt = await aSoldVariant(shop);
});
it.beforeEach(() => card.reset());

const anEdit = (details: Partial<Parameters<typeof anOrder>[1]> = {}) =>
  Editing.of(shop, { place, variantId: shirt, quantity: 3, ...details });

async function expectRefused(editing: Editing, ask: () => ReturnType<Editing["add"]>, refusal: object) {
  const before = await editing.rows();
  expect(refused(await ask())).toMatchObject(refusal);
  expect(await editing.rows()).toEqual(before);
}

const theOnly = async (text: string, ...values: unknown[]) => {
  const [row] = await shop.db.run({ text, values });
  return row!;
};

const eventNames = async (id: string) =>
  (
    await shop.db.run<{ name: string }>({
      text: "select name from tradewind.event where entity_id = $1 order by seq",
      values: [id],
    })
  ).map(({ name }) => name);

/** The customer pays what the edit comes to. */
async function pay(editing: Editing): Promise<string> {
  const { payment_collection_id: id } = await editing.read();
  const path = `/store/payment-collections/${id}/sessions`;
  const { body } = await shop.visitor().post(path, { provider_id: "card" });
  const session = body.payment_collection.payment_sessions[0];
  const { status } = await shop.visitor().post(`${path}/${session.id}/authorize`);
  if (status !== 200) throw new Error(`${status}`);
  return id!;
}

describe("an edit that is requested from the customer", () => {
  it("asks for the difference with a payment collection", async () => {
    const editing = await anEdit();
    await editing.add(shirt, 2);
    const edit = editIn(await editing.request({ payment_collection_description: "two more" }));
    expect(edit).toMatchObject({
      status: "requested",
      requested_by: shop.adminId,
      difference_due: 2200,
      payment_collection: {
        type: "order_edit",
        status: "not_paid",
        amount: 2200,
        authorized_amount: null,
        description: "two more",
        region_id: place.id,
        currency_code: "usd",
        created_by: shop.adminId,
      },
    });
    expect(await eventNames(editing.id)).toEqual(["order-edit.created", "order-edit.requested"]);
    expect(await eventNames(edit.payment_collection_id!)).toEqual(["payment-collection.created"]);
  });

  it("asks for nothing where the order costs less", async () => {
    const editing = await anEdit();
    await editing.setQuantity((await editing.firstLine()).id, 1);
    expect(editIn(await editing.request())).toMatchObject({ status: "requested", payment_collection: null });
  });

  it("is requested once, and a second request changes nothing", async () => {
    const editing = await aRequestedEdit(shop, place);
    const before = await editing.rows();
    expect(editIn(await editing.request())).toMatchObject({ status: "requested" });
    expect(await editing.rows()).toEqual(before);
  });

  it("needs changes", async () => {
    const editing = await anEdit();
    await expectRefused(editing, () => editing.request(), { status: 400, type: "invalid_data" });
  });

  it("can still be changed, and asks for what it comes to then", async () => {
    const editing = await aRequestedEdit(shop, place);
    const { payment_collection_id, changes } = await editing.read();
    const more = editIn(await editing.setQuantity(changes[0]!.line_item_id!, 5));
    expect(more.payment_collection).toMatchObject({ id: payment_collection_id, amount: 5500 });
    await editing.undo(changes[0]!.id);
    const less = editIn(await editing.setQuantity((await editing.firstLine()).id, 1));
    expect(less).toMatchObject({ payment_collection: null, difference_due: 0, status: "requested" });
    expect((await shop.visitor().get(`/store/payment-collections/${payment_collection_id}`)).status).toBe(
      404,
    );
    const again = editIn(await editing.add(shirt, 1));
    expect(again.payment_collection).toMatchObject({ amount: 1100, status: "not_paid" });
    expect(again.payment_collection_id).not.toBe(payment_collection_id);
  });

  it("cannot be changed once it is paid", async () => {
    const editing = await aRequestedEdit(shop, place);
    const { changes } = await editing.read();
    await pay(editing);
    const refusal = { status: 400, type: "not_allowed" };
    await expectRefused(editing, () => editing.add(shirt, 1), refusal);
    await expectRefused(editing, () => editing.setQuantity(changes[0]!.line_item_id!, 1), refusal);
    await expectRefused(editing, () => editing.undo(changes[0]!.id), refusal);
    const before = await editing.rows();
    expect((await editing.request()).status).toBe(200);
    expect(await editing.rows()).toEqual(before);
  });

  it("is not requested for an order that was canceled", async () => {
    const editing = await anEdit();
    await editing.add(shirt, 1);
    await setOrder(shop, editing.order.id, { status: "canceled" });
    await expectRefused(editing, () => editing.request(), { status: 400, type: "not_allowed" });
    await expectRefused(editing, editing.confirm, { status: 400, type: "not_allowed" });
    expect((await editing.cancel()).status).toBe(200);
  });
});

describe("an edit that is confirmed", () => {
  it("makes its lines the lines of the order, with the right totals", async () => {
    const editing = await anEdit();
    const hat = await aSoldVariant(shop, { price: 333 });
    await editing.add(hat, 4);
    await editing.setQuantity((await editing.firstLine()).id, 1);
    const { items, total } = await editing.read();
    const edit = editIn(await editing.confirm());
    expect(edit).toMatchObject({
      status: "confirmed",
      confirmed_by: shop.adminId,
      difference_due: 0,
      total,
    });
    const order = await editing.readOrder();
    expect(order).toMatchObject({ total: 1100 + 1465, subtotal: 2332, tax_total: 233, paid_total: 3300 });
    expect(order.items.map(({ id }: { id: string }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
    const original = editing.order.items[0]!.id;
    expect(await theOnly("select order_id, cart_id from line_item where id = $1", original)).toEqual({
      order_id: null,
      cart_id: editing.order.cart_id,
    });
    expect(await eventNames(editing.id)).toContain("order-edit.confirmed");
  });

  it("is applied once, however often it is confirmed at the same moment", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 10);
    const editing = await anEdit({ variantId, quantity: 2 });
    await editing.add(variantId, 3);
    expect(tally(await atOnce(6, editing.confirm))).toEqual({ 200: 6 });
    expect((await eventNames(editing.id)).filter((name) => name === "order-edit.confirmed")).toHaveLength(1);
    expect((await editing.readOrder()).items).toHaveLength(2);
    const level = await theOnly(
      "select stocked_quantity, reserved_quantity from inventory_level where inventory_item_id = $1",
      itemId,
    );
    expect(level).toEqual({ stocked_quantity: 10, reserved_quantity: 5 });
  });

  it("can be followed by another edit of the same order", async () => {
    const editing = await anEdit();
    await editing.setQuantity((await editing.firstLine()).id, 1);
    await editing.confirm();
    const next = await Editing.begin(shop, editing.order);
    const edit = await next.read();
    expect(edit).toMatchObject({ items: [{ quantity: 1 }], difference_due: 0 });
    await next.add(shirt, 1);
    await next.confirm();
    expect(await next.readOrder()).toMatchObject({ total: 2200 });
  });

  it("leaves shipped pieces unchanged", async () => {
    const optionId = (await anOption(shop, place.id)).id;
    const { variantId } = await aVariantAtLocation(shop, 10);
    const editing = await anEdit({ variantId, quantity: 3, optionId });
    // Sent while the edit is open.
    const path = `/admin/orders/${editing.order.id}`;
    const sent = await shop.admin.post(`${path}/fulfillment`, {
      items: [{ item_id: editing.order.items[0]!.id, quantity: 2 }],
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const { id } = await editing.firstLine();
    await editing.setQuantity(id, 1);
    await expectRefused(editing, () => editing.confirm(), { status: 400, type: "not_allowed" });
    await editing.setQuantity(id, 2);
    await editing.confirm();
    const order = await editing.readOrder();
    expect(order).toMatchObject({
      fulfillment_status: "fulfilled",
      items: [{ id, quantity: 2, fulfilled_quantity: 2 }],
      fulfillments: [{ items: [{ item_id: id, quantity: 2 }] }],
    });
    const shipped = await shop.admin.post(`${path}/shipment`, { fulfillment_id: order.fulfillments[0].id });
    expect(shipped.body.order).toMatchObject({
      fulfillment_status: "shipped",
      items: [{ shipped_quantity: 2 }],
    });
    // There is more to send now.
    const next = await Editing.begin(shop, editing.order);
    await next.add(variantId, 1);
    await next.confirm();
    expect(await next.readOrder()).toMatchObject({ fulfillment_status: "partially_shipped" });
  });

  it("keeps pieces that were shipped after the line was removed from the edit", async () => {
    const editing = await anEdit();
    await editing.remove((await editing.firstLine()).id);
    await shop.db.run({
      text: "update line_item set fulfilled_quantity = 1 where id = $1",
      values: [editing.order.items[0]!.id],
    });
    await expectRefused(editing, editing.confirm, { status: 400, type: "not_allowed" });
    await expectRefused(editing, () => editing.request(), { status: 400, type: "not_allowed" });
  });

  it("waits for a running call of a carrier", async () => {
    const editing = await anEdit();
    await editing.add(shirt, 1);
    const callId = `call_${editing.id}`;
    await shop.db.run({
      text: `insert into tradewind.carrier_call (id, order_id, kind, fulfillment_ids, details, lease_until)
        values ($1, $2, 'book', '{}', '{}', now() + interval '1 minute')`,
      values: [callId, editing.order.id],
    });
    await expectRefused(editing, editing.confirm, { status: 409, type: "conflict" });
    await shop.db.run({ text: "delete from tradewind.carrier_call where id = $1", values: [callId] });
    expect((await editing.confirm()).status).toBe(200);
  });

  it("issues the gift cards that it adds", async () => {
    const { variantId } = await aSoldProduct(shop, {
      price: 2500,
      product: { is_giftcard: true },
    });
    const editing = await anEdit();
    await editing.add(variantId, 2);
    await editing.confirm();
    const cards = await shop.db.run({
      text: "select value, balance, region_id from gift_card where order_id = $1",
      values: [editing.order.id],
    });
    const worth = { value: 2500, balance: 2500, region_id: place.id };
    expect(cards).toEqual([worth, worth]);
    const next = await Editing.begin(shop, editing.order);
    const line = (await next.read()).items.find(({ variant_id }) => variant_id === variantId)!;
    await next.setQuantity(line.id, 1);
    await expectRefused(next, () => next.confirm(), { status: 400, type: "not_allowed" });
    await next.remove(line.id);
    await expectRefused(next, () => next.confirm(), { status: 400, type: "not_allowed" });
  });
});

describe("the stock of an edited order", () => {
  const reserved = (itemId: string) =>
    shop.db.run<{ line_item_id: string; quantity: number }>({
      text: `select line_item_id, quantity from reservation_item
        where inventory_item_id = $1 and deleted_at is null order by quantity`,
      values: [itemId],
    });
  const levelOf = (itemId: string) =>
    theOnly(
      "select stocked_quantity, reserved_quantity from inventory_level where inventory_item_id = $1",
      itemId,
    );

  it("is reserved for the new lines and for additional quantities", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 10);
    const editing = await anEdit({ variantId, quantity: 2 });
    const { id } = await editing.firstLine();
    await editing.setQuantity(id, 5);
    const { changes } = editIn(await editing.add(variantId, 1));
    expect(await levelOf(itemId)).toEqual({ stocked_quantity: 10, reserved_quantity: 2 });
    await editing.confirm();
    expect(await levelOf(itemId)).toEqual({ stocked_quantity: 10, reserved_quantity: 6 });
    const added = changes.find(({ type }) => type === "item_add")!.line_item_id!;
    expect(await reserved(itemId)).toEqual([
      { line_item_id: added, quantity: 1 },
      { line_item_id: id, quantity: 2 },
      { line_item_id: id, quantity: 3 },
    ]);
  });

  it("is reserved for the new line when goods that were packed before the edit are unpacked", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 10);
    const optionId = (await anOption(shop, place.id)).id;
    const order = await anOrder(shop.visitor(), { place, variantId, quantity: 2, optionId });
    const path = `/admin/orders/${order.id}`;
    await shop.admin.post(`${path}/fulfillment`, { items: [{ item_id: order.items[0]!.id, quantity: 2 }] });
    const editing = await Editing.begin(shop, order);
    const { id } = await editing.firstLine();
    await editing.add(shirt, 1);
    await editing.confirm();
    const { fulfillments } = await editing.readOrder();
    await shop.admin.post(`${path}/fulfillments/${fulfillments[0].id}/cancel`);
    expect(await reserved(itemId)).toEqual([{ line_item_id: id, quantity: 2 }]);
    await shop.admin.post(`${path}/fulfillment`, { items: [{ item_id: id, quantity: 2 }] });
    expect(await levelOf(itemId)).toEqual({ stocked_quantity: 8, reserved_quantity: 0 });
  });

  it("is released for removed lines", async () => {
    const [one, other] = [await aVariantAtLocation(shop, 10), await aVariantAtLocation(shop, 10)];
    const editing = await anEdit({ variantId: one.variantId, quantity: 5 });
    const { id } = await editing.firstLine();
    await editing.setQuantity(id, 2);
    await editing.add(other.variantId, 1);
    await editing.confirm();
    expect(await levelOf(one.itemId)).toEqual({ stocked_quantity: 10, reserved_quantity: 2 });
    expect(await reserved(one.itemId)).toEqual([{ line_item_id: id, quantity: 2 }]);
    const next = await Editing.begin(shop, editing.order);
    const line = (await next.read()).items.find(({ variant_id }) => variant_id === one.variantId)!;
    await next.remove(line.id);
    await next.confirm();
    expect(await levelOf(one.itemId)).toEqual({ stocked_quantity: 10, reserved_quantity: 0 });
    expect(await reserved(one.itemId)).toEqual([]);
    expect(await levelOf(other.itemId)).toEqual({ stocked_quantity: 10, reserved_quantity: 1 });
  });

  it("that is short refuses the confirmation, and the payment stays", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 5);
    const editing = await anEdit({ variantId, quantity: 1 });
    await editing.add(variantId, 4);
    await editing.request();
    await pay(editing);
    await anOrder(shop.visitor(), { place, variantId, quantity: 3 });
    await expectRefused(editing, editing.complete, { status: 400, type: "not_allowed" });
    await expectRefused(editing, editing.confirm, { status: 400, type: "not_allowed" });
    expect(await levelOf(itemId)).toEqual({ stocked_quantity: 5, reserved_quantity: 4 });
    expect(card.payments.at(-2)!.state).toBe("authorized");
    expect((await editing.cancel()).status).toBe(200);
    expect(card.payments.at(-2)!.state).toBe("canceled");
  });

  it("is not sold twice when an edit and a customer want the last pieces", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 6);
    const edits = await Promise.all([1, 2, 3].map(() => anEdit({ variantId, quantity: 1 })));
    for (const editing of edits) await editing.add(variantId, 2);
    const answers = await Promise.all(edits.map((editing) => editing.confirm()));
    expect(tally(answers)).toEqual({ 200: 1, "400 insufficient_inventory": 2 });
    expect(await levelOf(itemId)).toEqual({ stocked_quantity: 6, reserved_quantity: 5 });
  });

  it("of variants without locations is checked and taken", async () => {
    const rare = await aSoldVariant(shop, { stock: 5 });
    const editing = await anEdit({ variantId: rare, quantity: 2 });
    await editing.add(rare, 3);
    await shop.db.run({
      text: "update product_variant set inventory_quantity = 2 where id = $1",
      values: [rare],
    });
    await expectRefused(editing, editing.confirm, { status: 400, type: "not_allowed" });
    await shop.db.run({
      text: "update product_variant set inventory_quantity = 3 where id = $1",
      values: [rare],
    });
    expect((await editing.confirm()).status).toBe(200);
    expect(await ownStock(shop, rare)).toBe(0);
  });

  it("of variants without locations gets back what an edited order took, when it is canceled", async () => {
    const [more, fewer, added] = await Promise.all(
      [10, 10, 10].map((stock) => aSoldVariant(shop, { stock })),
    );
    const first = await anEdit({ variantId: more!, quantity: 2 });
    await first.setQuantity((await first.firstLine()).id, 5);
    await first.add(added!, 4);
    expect((await first.confirm()).status).toBe(200);
    expect([await ownStock(shop, more!), await ownStock(shop, added!)]).toEqual([5, 6]);
    const second = await anEdit({ variantId: fewer!, quantity: 3 });
    await second.setQuantity((await second.firstLine()).id, 1);
    expect((await second.confirm()).status).toBe(200);
    expect(await ownStock(shop, fewer!)).toBe(9);
    for (const { order } of [first, second]) {
      expect((await shop.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200);
    }
    const left = [more, fewer, added].map((variantId) => ownStock(shop, variantId!));
    expect(await Promise.all(left)).toEqual([10, 10, 10]);
  });

  it("of variants without locations stays the merchant's where a draft order was paid by hand", async () => {
    const variantId = await aSoldVariant(shop, { stock: 10 });
    const draft = await aDraft(shop.admin, {
      regionId: place.id,
      items: [{ variant_id: variantId, quantity: 2 }],
      shipping: [{ option_id: (await anOption(shop, place.id)).id }],
    });
    const { body } = await shop.admin.post(`/admin/draft-orders/${draft.id}/pay`);
    const { order } = (await shop.admin.get(`/admin/orders/${body.order.id}`)).body;
    for (const quantity of [4, 1]) {
      const editing = await Editing.begin(shop, order);
      const [line] = (await editing.read()).items;
      await editing.setQuantity(line!.id, quantity);
      expect((await editing.confirm()).status).toBe(200);
    }
    expect((await shop.admin.post(`/admin/orders/${order.id}/cancel`)).status).toBe(200);
    expect(await ownStock(shop, variantId)).toBe(10);
  });
});

describe("an edit that the customer completes", () => {
  it("needs the payment, which then belongs to the order", async () => {
    const editing = await aRequestedEdit(shop, place);
    await expectRefused(editing, editing.complete, {
      status: 400,
      message: "Unable to complete an order edit if the payment is not authorized",
    });
    await pay(editing);
    const { status, body } = await editing.complete();
    expect(status).toBe(200);
    expect(body.order_edit).toMatchObject({ status: "confirmed", difference_due: 0 });
    const order = await editing.readOrder();
    expect(order).toMatchObject({ total: 3300, paid_total: 3300, payment_status: "awaiting" });
    expect(order.payments.map(({ amount }: { amount: number }) => amount).sort()).toEqual([1100, 2200]);
    expect((await editing.complete()).status).toBe(200);
  });

  it("is captured with the order", async () => {
    const editing = await aRequestedEdit(shop, place);
    const path = `/admin/orders/${editing.order.id}`;
    expect((await shop.admin.post(`${path}/capture`)).body.order.payment_status).toBe("captured");
    await pay(editing);
    await editing.complete();
    expect((await editing.readOrder()).payment_status).toBe("awaiting");
    const { body } = await shop.admin.post(`${path}/capture`);
    expect(body.order.payment_status).toBe("captured");
    expect(card.payments.slice(-2).map(({ state }) => state)).toEqual(["captured", "captured"]);
    expect(body.order).toMatchObject({ paid_total: 3300, refundable_amount: 3300 });
    const refund = await shop.admin.post(`${path}/refund`, { amount: 3300, reason: "other" });
    expect(refund.body.order).toMatchObject({ payment_status: "refunded", refundable_amount: 0 });
  });

  it("costs less: the merchant gives back the difference", async () => {
    const editing = await anEdit();
    const path = `/admin/orders/${editing.order.id}`;
    await shop.admin.post(`${path}/capture`);
    await editing.setQuantity((await editing.firstLine()).id, 1);
    await editing.request();
    expect((await editing.complete()).status).toBe(200);
    expect(await editing.readOrder()).toMatchObject({
      total: 1100,
      paid_total: 3300,
      payment_status: "captured",
    });
    const { body } = await shop.admin.post(`${path}/refund`, { amount: 2200, reason: "other" });
    expect(body.order).toMatchObject({ payment_status: "partially_refunded", refunded_total: 2200 });
  });

  it("has to be requested first", async () => {
    const editing = await anEdit();
    await editing.setQuantity((await editing.firstLine()).id, 1);
    await expectRefused(editing, editing.complete, { status: 400, type: "not_allowed" });
  });

  it("knows the customer who is logged in", async () => {
    const editing = await anEdit();
    await editing.setQuantity((await editing.firstLine()).id, 1);
    await editing.request();
    const customer = shop.visitor();
    const account = {
      first_name: "A",
      last_name: "B",
      email: "completes@example.com",
      password: "a password",
    };
    const { body } = await customer.post("/store/customers", account);
    await customer.post(`/store/order-edits/${editing.id}/complete`);
    expect((await editing.read()).confirmed_by).toBe(body.customer.id);
  });

  it("can be paid after the merchant has confirmed it: the order has the payment at once", async () => {
    const editing = await aRequestedEdit(shop, place);
    await editing.confirm();
    expect(await editing.readOrder()).toMatchObject({ total: 3300, paid_total: 1100 });
    await pay(editing);
    expect(await editing.readOrder()).toMatchObject({ paid_total: 3300, payment_status: "awaiting" });
  });
});

describe("an edit that comes to nothing", () => {
  it("is declined by the customer, with or without a reason", async () => {
    const editing = await aRequestedEdit(shop, place);
    const { payment_collection_id } = await editing.read();
    const before = await editing.readOrder();
    const { status, body } = await editing.decline({ declined_reason: "too dear" });
    expect(status).toBe(200);
    expect(body.order_edit).toMatchObject({
      status: "declined",
      declined_reason: "too dear",
      payment_collection: { id: payment_collection_id, status: "not_paid" },
    });
    expect(await editing.readOrder()).toEqual(before);
    expect(await eventNames(editing.id)).toContain("order-edit.declined");
    const rows = await editing.rows();
    expect((await editing.decline({ declined_reason: "again" })).body.order_edit.declined_reason).toBe(
      "too dear",
    );
    expect(await editing.rows()).toEqual(rows);
    await expectRefused(editing, editing.cancel, { status: 400, type: "not_allowed" });
  });

  it("stays declined when it is requested again, which is answered as in v1", async () => {
    const editing = await aRequestedEdit(shop, place);
    await editing.decline({ declined_reason: "too dear" });
    const [rows, before] = [await editing.rows(), await editing.readOrder()];
    const { status, body } = await editing.request();
    expect(status).toBe(200);
    expect(body.order_edit).toMatchObject({ status: "declined", declined_reason: "too dear" });
    expect(await editing.rows()).toEqual(rows);
    expect(await editing.readOrder()).toEqual(before);
    await expectRefused(editing, editing.confirm, { status: 400, type: "not_allowed" });
  });

  it("is not declined before it was requested", async () => {
    const editing = await anEdit();
    await expectRefused(editing, () => editing.decline(), { status: 400, type: "not_allowed" });
  });

  it("releases the money that was reserved for it, once", async () => {
    const editing = await aRequestedEdit(shop, place);
    await pay(editing);
    card.asked.length = 0;
    expect(tally(await atOnce(4, editing.cancel))).toEqual({ 200: 4 });
    expect(card.asked.filter((what) => what === "cancel")).toHaveLength(1);
    expect(card.payments.at(-1)!.state).toBe("canceled");
    const edit = await editing.read();
    expect(edit).toMatchObject({ status: "canceled", payment_collection: { status: "canceled" } });
    expect((await eventNames(editing.id)).filter((name) => name === "order-edit.canceled")).toHaveLength(1);
    expect(await editing.readOrder()).toMatchObject({
      total: 1100,
      paid_total: 1100,
      payment_status: "awaiting",
    });
  });

  it("ends also where the payment service does not release it", async () => {
    const editing = await aRequestedEdit(shop, place);
    await pay(editing);
    card.refusesToLetGo = true;
    expect(editIn(await editing.cancel()).status).toBe("canceled");
    expect(await editing.readOrder()).toMatchObject({ paid_total: 1100 });
  });

  it("has to end before its order does, once it is paid", async () => {
    const editing = await aRequestedEdit(shop, place);
    await pay(editing);
    const cancel = () => shop.admin.post(`/admin/orders/${editing.order.id}/cancel`);
    await expectRefused(editing, cancel, { status: 400, type: "not_allowed" });
    await editing.cancel();
    expect((await cancel()).status).toBe(200);
    expect(card.payments.slice(-2).map(({ state }) => state)).toEqual(["canceled", "canceled"]);
  });

  it("closes the payment that the customer had begun", async () => {
    const editing = await aRequestedEdit(shop, place);
    const { payment_collection_id: id } = await editing.read();
    await shop.visitor().post(`/store/payment-collections/${id}/sessions`, { provider_id: "card" });
    await editing.cancel();
    expect(card.payments.at(-1)!.state).toBe("canceled");
    const { body } = await shop.visitor().get(`/store/payment-collections/${id}`);
    expect(body.payment_collection).toMatchObject({
      status: "not_paid",
      payment_sessions: [{ status: "canceled" }],
    });
    const again = await shop
      .visitor()
      .post(`/store/payment-collections/${id}/sessions`, { provider_id: "card" });
    expect(refused(again)).toMatchObject({ status: 400, type: "not_allowed" });
  });

  it("keeps the money that was captured until it is given back", async () => {
    const editing = await aRequestedEdit(shop, place);
    const id = await pay(editing);
    const { body } = await shop.admin.get(`/admin/payment-collections/${id}`);
    const path = `/admin/payments/${body.payment_collection.payments[0].id}`;
    expect((await shop.admin.post(`${path}/capture`)).status).toBe(200);
    await expectRefused(editing, editing.cancel, { status: 400, type: "not_allowed" });
    await expectRefused(editing, () => editing.decline(), { status: 400, type: "not_allowed" });
    const back = await shop.admin.post(`${path}/refund`, { amount: 2200, reason: "other" });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    expect(editIn(await editing.cancel()).status).toBe("canceled");
  });

  it("is not completed with money that is being given back", async () => {
    const editing = await aRequestedEdit(shop, place);
    const id = await pay(editing);
    const { body } = await shop.admin.get(`/admin/payment-collections/${id}`);
    const path = `/admin/payments/${body.payment_collection.payments[0].id}`;
    expect((await shop.admin.post(`${path}/capture`)).status).toBe(200);
    const refund = card.refund;
    let meanwhile: unknown;
    card.refund = async (step) => {
      meanwhile = refused(await editing.complete());
      return refund(step);
    };
    expect((await shop.admin.post(`${path}/refund`, { amount: 2200, reason: "other" })).status).toBe(200);
    card.refund = refund;
    expect(meanwhile).toMatchObject({ status: 409, type: "conflict" });
    expect((await editing.read()).status).toBe("requested");
  });

  it("is not completed with money that was given back; confirmed, the order has the refund", async () => {
    const editing = await aRequestedEdit(shop, place);
    const id = await pay(editing);
    const { body } = await shop.admin.get(`/admin/payment-collections/${id}`);
    const path = `/admin/payments/${body.payment_collection.payments[0].id}`;
    expect((await shop.admin.post(`${path}/capture`)).status).toBe(200);
    const back = await shop.admin.post(`${path}/refund`, { amount: 200, reason: "other" });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    await expectRefused(editing, editing.complete, { status: 400, type: "not_allowed" });
    expect((await editing.confirm()).status).toBe(200);
    expect(await editing.readOrder()).toMatchObject({ paid_total: 3300, refunded_total: 200 });
  });

  describe("while another request refunds its money", () => {
    async function aCapturedEdit() {
      const editing = await aRequestedEdit(shop, place);
      const id = await pay(editing);
      const { body } = await shop.admin.get(`/admin/payment-collections/${id}`);
      const paymentId: string = body.payment_collection.payments[0].id;
      expect((await shop.admin.post(`/admin/payments/${paymentId}/capture`)).status).toBe(200);
      return { editing, paymentId };
    }

    it("is not completed with it", async () => {
      const { editing, paymentId } = await aCapturedEdit();
      const other = await OtherTransaction.begin(shop);
      await other.does("update payment set amount_refunded = 2200 where id = $1", paymentId);
      const completing = editing.complete();
      await other.isWaitedFor();
      await other.commit();
      expect(refused(await completing)).toMatchObject({ status: 400, type: "not_allowed" });
      expect((await editing.read()).status).toBe("requested");
    });

    it("and confirmed, the refund belongs to the order", async () => {
      const { editing, paymentId } = await aCapturedEdit();
      const other = await OtherTransaction.begin(shop);
      const refund = card.refund;
      card.refund = async (step) => {
        card.refund = refund;
        await other.does("update payment set order_id = $2 where id = $1", paymentId, editing.order.id);
        return refund(step);
      };
      const path = `/admin/payments/${paymentId}/refund`;
      const giving = shop.admin.post(path, { amount: 200, reason: "other" });
      await other.isWaitedFor();
      await other.commit();
      expect((await giving).status).toBe(200);
      expect(await editing.readOrder()).toMatchObject({ paid_total: 3300, refunded_total: 200 });
    });
  });

  it("ends in one way only when it is completed and canceled at the same moment", async () => {
    for (const _round of [1, 2, 3]) {
      const editing = await aRequestedEdit(shop, place);
      await pay(editing);
      const answers = await Promise.all([editing.complete(), editing.cancel()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const { status } = await editing.read();
      const isConfirmed = status === "confirmed";
      expect(await editing.readOrder()).toMatchObject({ paid_total: isConfirmed ? 3300 : 1100 });
      expect(card.payments.at(-1)!.state).toBe(isConfirmed ? "authorized" : "canceled");
    }
  });
});

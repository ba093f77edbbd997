import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace, type Place, refused } from "../support/factories/carts.ts";
import { atOnce, tally } from "../support/factories/checkout.ts";
import { aDiscount, fiveDollars } from "../support/factories/discounts.ts";
import { Editing, editIn } from "../support/factories/order-edits.ts";
import { anOrder, setOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { outsideWorld } from "../support/services/outside-world.ts";

const { registry, tax } = outsideWorld();
let place: Place;
let optionId: string;
let shirt: string;
let hat: string;

const { it, shop } = withShop(() => startShop({}, { providers: registry }));
it.beforeAll(async () => {
  place = await aPlace(shop);
  optionId = (await anOption(shop, place.id)).id;
  shirt = await aSoldVariant(shop, { price: 1000 });
  hat = await aSoldVariant(shop, { price: 333 });
});

const anEdit = (details: Partial<Parameters<typeof anOrder>[1]> = {}) =>
  Editing.of(shop, { place, variantId: shirt, quantity: 3, optionId, ...details });

/** Refused, and nothing has changed. */
async function expectRefused(editing: Editing, ask: () => ReturnType<Editing["add"]>, refusal: object) {
  const before = await editing.rows();
  expect(refused(await ask())).toMatchObject(refusal);
  expect(await editing.rows()).toEqual(before);
}

const eventsSince = async (work: () => Promise<unknown>) => {
  const [last] = await shop.db.run<{ seq: number }>({
    text: "select coalesce(max(seq), 0) as seq from tradewind.event",
    values: [],
  });
  await work();
  return shop.db.run<{ name: string; data: Record<string, unknown> }>({
    text: "select name, data from tradewind.event where seq > $1 order by seq",
    values: [last!.seq],
  });
};

describe("an order edit", () => {
  it("begins with the lines of the order, and changes nothing yet", async () => {
    const order = await anOrder(shop.visitor(), { place, variantId: shirt, quantity: 3, optionId });
    const before = (await shop.admin.get(`/admin/orders/${order.id}`)).body.order;
    const { status, body } = await shop.admin.post("/admin/order-edits", {
      order_id: order.id,
      internal_note: "phone call",
      created_by: "another user",
    });
    expect(status).toBe(200);
    expect(body.order_edit).toMatchObject({
      order_id: order.id,
      status: "created",
      internal_note: "phone call",
      created_by: shop.adminId,
      changes: [],
      payment_collection: null,
      total: before.total,
      difference_due: 0,
    });
    expect(body.order_edit.items).toMatchObject([
      { original_item_id: order.items[0]!.id, order_id: null, cart_id: null, quantity: 3, total: 3300 },
    ]);
    const after = (await shop.admin.get(`/admin/orders/${order.id}`)).body.order;
    expect(after).toEqual(before);
  });

  it("is announced", async () => {
    const order = await anOrder(shop.visitor(), { place, variantId: shirt });
    let id = "";
    const events = await eventsSince(async () => {
      ({ id } = await Editing.begin(shop, order));
    });
    expect(events).toEqual([{ name: "order-edit.created", data: { id } }]);
  });

  it("is the only one of its order, also when two are begun at the same moment", async () => {
    const order = await anOrder(shop.visitor(), { place, variantId: shirt });
    const answers = await atOnce(5, () => shop.admin.post("/admin/order-edits", { order_id: order.id }));
    expect(tally(answers)).toEqual({ 200: 1, "400 invalid_data": 4 });
    const { body } = await shop.admin.get(`/admin/order-edits?order_id=${order.id}`);
    expect(body.count).toBe(1);
  });

  it("can be followed by another when it is over", async () => {
    const editing = await anEdit();
    await editing.cancel();
    const next = await Editing.begin(shop, editing.order);
    expect((await next.read()).status).toBe("created");
  });

  it("is refused for an order that is not there, or was canceled", async () => {
    const unknown = await shop.admin.post("/admin/order-edits", { order_id: "order_unknown" });
    expect(refused(unknown)).toMatchObject({ status: 404, type: "not_found" });
    const order = await anOrder(shop.visitor(), { place, variantId: shirt });
    await setOrder(shop, order.id, { status: "canceled" });
    const canceled = await shop.admin.post("/admin/order-edits", { order_id: order.id });
    expect(refused(canceled)).toMatchObject({ status: 400, type: "not_allowed" });
    const { body } = await shop.admin.get(`/admin/order-edits?order_id=${order.id}`);
    expect(body.count).toBe(0);
  });

  it.each([
    ["no order", {}],
    ["an unknown property", { order_id: "order_1", nonsense: true }],
    ["a note that is no text", { order_id: "order_1", internal_note: 5 }],
    ["an endless note", { order_id: "order_1", internal_note: "x".repeat(10_001) }],
  ])("is refused with %s", async (_what, body) => {
    expect(refused(await shop.admin.post("/admin/order-edits", body))).toMatchObject({
      status: 400,
      type: "invalid_data",
    });
  });

  it("is for administrators", async () => {
    const editing = await anEdit();
    for (const path of ["", `/${editing.id}`]) {
      expect((await shop.visitor().get(`/admin/order-edits${path}`)).status).toBe(401);
    }
    expect((await shop.visitor().post(`/admin/order-edits/${editing.id}/confirm`)).status).toBe(401);
  });

  it("keeps a note, which can be changed at any time", async () => {
    const editing = await anEdit();
    await editing.cancel();
    const path = `/admin/order-edits/${editing.id}`;
    const events = await eventsSince(async () => {
      expect(editIn(await shop.admin.post(path, { internal_note: "second call" }))).toMatchObject({
        internal_note: "second call",
        status: "canceled",
      });
    });
    expect(events).toEqual([{ name: "order-edit.updated", data: { id: editing.id } }]);
    expect(editIn(await shop.admin.post(path, {})).internal_note).toBe("second call");
    expect(editIn(await shop.admin.post(path, { internal_note: null })).internal_note).toBeNull();
    expect((await shop.admin.post("/admin/order-edits/oe_unknown", { internal_note: "x" })).status).toBe(404);
  });

  it("can be deleted until it is requested", async () => {
    const editing = await anEdit();
    await editing.add(hat, 1);
    expect((await editing.delete()).body).toEqual({ id: editing.id, object: "order_edit", deleted: true });
    expect((await shop.admin.get(`/admin/order-edits/${editing.id}`)).status).toBe(404);
    const [left] = await shop.db.run<{ count: number }>({
      text: "select count(*) as count from line_item where order_edit_id = $1",
      values: [editing.id],
    });
    expect(left!.count).toBe(0);
    expect((await editing.delete()).status).toBe(200);

    const asked = await Editing.begin(shop, editing.order);
    await asked.add(hat, 1);
    await asked.request();
    await expectRefused(asked, asked.delete, {
      status: 400,
      message: "Cannot delete order edit with status requested",
    });
  });

  it("is read in one statement, a list in two, with any selection", async () => {
    const editing = await anEdit();
    await editing.add(hat, 1);
    for (const query of ["", "?expand=order,order.items,changes", "?fields=id", "?expand="]) {
      const one = await countingStatements(shop.db, () => editing.read(query));
      expect(one.statements, query).toHaveLength(1);
      const list = await countingStatements(shop.db, () => shop.admin.get(`/admin/order-edits${query}`));
      expect(list.statements, query).toHaveLength(2);
    }
  });

  it("shows the selected fields, and always its totals", async () => {
    const editing = await anEdit();
    const few = await editing.read("?fields=internal_note,items&expand=");
    expect(Object.keys(few).sort()).toEqual(
      [
        ...["id", "internal_note", "status", "items", "difference_due", "discount_total", "gift_card_total"],
        ...["gift_card_tax_total", "shipping_total", "subtotal", "tax_total", "total"],
      ].sort(),
    );
    expect(few.items[0]!.total).toBe(3300);
    for (const query of [
      "?fields=-internal_note",
      "?fields=%2Bupdated_at,-internal_note",
      "?fields=+updated_at,-internal_note",
    ]) {
      const edited = await editing.read(query);
      expect(edited).toMatchObject({ order_id: editing.order.id, status: "created", difference_due: 0 });
      expect(edited).not.toHaveProperty("internal_note");
      expect("updated_at" in edited, query).toBe(query.includes("updated_at"));
    }
    for (const query of ["?fields=nonsense", "?expand=nonsense"]) {
      expect((await shop.admin.get(`/admin/order-edits/${editing.id}${query}`)).status, query).toBe(400);
    }
    expect((await shop.admin.get("/admin/order-edits/oe_unknown")).status).toBe(404);
  });

  it("is found in lists by its order and by its note, page by page", async () => {
    const editing = await anEdit();
    await editing.cancel();
    const next = await Editing.begin(shop, editing.order);
    await shop.admin.post(`/admin/order-edits/${next.id}`, { internal_note: "The Customer rang" });
    const list = async (query: string) => (await shop.admin.get(`/admin/order-edits?${query}`)).body;
    const ofOrder = await list(`order_id=${editing.order.id}&order=created_at`);
    expect(ofOrder).toMatchObject({ count: 2, limit: 20, offset: 0 });
    expect(ofOrder.order_edits.map(({ id }: { id: string }) => id)).toEqual([editing.id, next.id]);
    expect(ofOrder.order_edits[0].status).toBe("canceled");
    const second = await list(`order_id=${editing.order.id}&order=created_at&limit=1&offset=1`);
    expect(second).toMatchObject({ count: 2, limit: 1, offset: 1, order_edits: [{ id: next.id }] });
    expect((await list("q=customer%20RANG")).order_edits).toMatchObject([{ id: next.id }]);
    expect((await list("order_id=order_unknown")).order_edits).toEqual([]);
    expect((await shop.admin.get("/admin/order-edits?nonsense=1")).status).toBe(400);
  });
});

describe("the lines of an order edit", () => {
  it("can be added, at the price of today and with tax", async () => {
    const editing = await anEdit();
    let edit = await editing.read();
    const events = await eventsSince(async () => {
      edit = editIn(
        await shop.admin.post(`/admin/order-edits/${editing.id}/items`, {
          variant_id: hat,
          quantity: 4,
          metadata: { gift: true },
        }),
      );
    });
    expect(edit).toMatchObject({ difference_due: 1465, total: 3300 + 550 + 1465 });
    expect(edit.items.find(({ original_item_id }) => original_item_id === null)).toMatchObject({
      variant_id: hat,
      quantity: 4,
      unit_price: 333,
      has_shipping: null,
      metadata: { gift: true },
      tax_lines: [{ rate: 10, name: "default", code: "default" }],
      total: 1465,
    });
    expect(edit.changes).toMatchObject([{ type: "item_add", original_line_item_id: null }]);
    expect(events).toEqual([{ name: "order-edit-item-change.CREATED", data: { id: edit.changes[0]!.id } }]);
  });

  it("can have another quantity, again and again, as one change", async () => {
    const editing = await anEdit();
    const { id } = await editing.firstLine();
    expect(editIn(await editing.setQuantity(id, 1)).difference_due).toBe(-2200);
    const edit = editIn(await editing.setQuantity(id, 5));
    expect(edit.difference_due).toBe(2200);
    expect(edit.changes).toMatchObject([
      { type: "item_update", line_item_id: id, original_line_item_id: editing.order.items[0]!.id },
    ]);
    const order = await editing.readOrder();
    expect(order.items[0].quantity).toBe(3);
  });

  it("that were added can have another quantity, too", async () => {
    const editing = await anEdit();
    const { changes } = editIn(await editing.add(hat, 1));
    const edit = editIn(await editing.setQuantity(changes[0]!.line_item_id!, 3));
    expect(edit.changes).toMatchObject([{ type: "item_add" }]);
    expect(edit.difference_due).toBe(1099);
  });

  it("can be removed after any earlier change", async () => {
    const editing = await anEdit();
    const { id } = await editing.firstLine();
    await editing.setQuantity(id, 2);
    const edit = editIn(await editing.remove(id));
    expect(edit.items).toEqual([]);
    expect(edit.changes).toMatchObject([
      { type: "item_remove", line_item_id: null, original_line_item_id: editing.order.items[0]!.id },
    ]);
    expect(edit.difference_due).toBe(-3300);
    expect(editIn(await editing.remove(id)).difference_due).toBe(-3300);
  });

  it("are as they were when they were taken out by mistake", async () => {
    const editing = await anEdit();
    const { changes } = editIn(await editing.remove((await editing.firstLine()).id));
    const events = await eventsSince(async () => {
      expect((await editing.undo(changes[0]!.id)).body).toEqual({
        id: changes[0]!.id,
        object: "item_change",
        deleted: true,
      });
    });
    expect(events).toEqual([{ name: "order-edit-item-change.DELETED", data: { ids: [changes[0]!.id] } }]);
    expect(await editing.read()).toMatchObject({
      changes: [],
      difference_due: 0,
      items: [{ quantity: 3, total: 3300, original_item_id: editing.order.items[0]!.id }],
    });
  });

  it("that were added go when the change is taken back", async () => {
    const editing = await anEdit();
    const { changes } = editIn(await editing.add(hat, 1));
    await editing.undo(changes[0]!.id);
    expect(await editing.read()).toMatchObject({ changes: [], difference_due: 0, items: [{ quantity: 3 }] });
  });

  it("go with a quantity that is taken back, as in v1, unless something has happened to them", async () => {
    const editing = await anEdit();
    const first = editIn(await editing.setQuantity((await editing.firstLine()).id, 1));
    await editing.undo(first.changes[0]!.id);
    expect(await editing.read()).toMatchObject({ items: [], difference_due: -3300 });

    const sent = await anEdit();
    await setLine(sent.order.items[0]!.id, { fulfilled_quantity: 2 });
    const second = editIn(await sent.setQuantity((await sent.firstLine()).id, 2));
    await sent.undo(second.changes[0]!.id);
    expect(await sent.read()).toMatchObject({ items: [{ quantity: 3 }], difference_due: 0, changes: [] });
  });

  const setLine = async (id: string, columns: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(columns)) {
      await shop.db.run({ text: `update line_item set "${name}" = $2 where id = $1`, values: [id, value] });
    }
  };

  it.each([
    ["fewer of them", (editing: Editing, id: string) => editing.setQuantity(id, 1)],
    ["none of them", (editing: Editing, id: string) => editing.remove(id)],
  ])(
    "keep the pieces that were sent: an edit with %s is neither requested nor confirmed",
    async (_, change) => {
      const editing = await anEdit();
      await setLine(editing.order.items[0]!.id, { fulfilled_quantity: 2 });
      expect((await change(editing, (await editing.firstLine()).id)).status).toBe(200);
      await expectRefused(editing, () => editing.request(), { status: 400, type: "not_allowed" });
      await expectRefused(editing, () => editing.confirm(), { status: 400, type: "not_allowed" });
    },
  );

  it("can be as many as were sent", async () => {
    const editing = await anEdit();
    await setLine(editing.order.items[0]!.id, { fulfilled_quantity: 2 });
    await editing.setQuantity((await editing.firstLine()).id, 2);
    expect((await editing.confirm()).status).toBe(200);
  });

  it("are refused where there are not enough pieces", async () => {
    const rare = await aSoldVariant(shop, { stock: 5 });
    const editing = await anEdit({ variantId: rare, quantity: 2 });
    await expectRefused(editing, () => editing.add(rare, 4), { status: 400, type: "not_allowed" });
    const { id } = await editing.firstLine();
    await expectRefused(editing, () => editing.setQuantity(id, 6), { status: 400, type: "not_allowed" });
    expect((await editing.setQuantity(id, 5)).status).toBe(200);
    // Missing stock of another line does not prevent a removal.
    await shop.db.run({
      text: "update product_variant set inventory_quantity = 0 where id = $1",
      values: [rare],
    });
    expect((await editing.setQuantity(id, 1)).status).toBe(200);
  });

  it.each([
    ["an unknown variant", { variant_id: "variant_unknown", quantity: 1 }],
    ["no pieces", { variant_id: "v", quantity: 0 }],
    ["fewer than none", { variant_id: "v", quantity: -1 }],
    ["half a piece", { variant_id: "v", quantity: 1.5 }],
    ["too many", { variant_id: "v", quantity: 2_147_483_648 }],
    ["no quantity", { variant_id: "v" }],
    ["something unknown", { variant_id: "v", quantity: 1, price: 5 }],
  ])("are not added with %s", async (_what, body) => {
    const editing = await anEdit();
    await expectRefused(editing, () => shop.admin.post(`/admin/order-edits/${editing.id}/items`, body), {
      status: 400,
      type: "invalid_data",
    });
  });

  it("that cost more than can be paid are refused", async () => {
    const plenty = await aSoldVariant(shop, { price: 1_000_000, stock: 1_000_000 });
    const editing = await anEdit();
    await expectRefused(editing, () => editing.add(plenty, 3000), { status: 400, type: "invalid_data" });
    const { changes } = editIn(await editing.add(plenty, 1));
    const line = changes[0]!.line_item_id!;
    await expectRefused(editing, () => editing.setQuantity(line, 3000), {
      status: 400,
      type: "invalid_data",
    });
  });

  it("of other edits, other orders and unknown ids are distinguished", async () => {
    const [editing, other] = [await anEdit(), await anEdit()];
    const foreign = (await other.firstLine()).id;
    for (const id of [foreign, editing.order.items[0]!.id]) {
      await expectRefused(editing, () => editing.setQuantity(id, 1), { status: 400, type: "invalid_data" });
      await expectRefused(editing, () => editing.remove(id), { status: 400, type: "invalid_data" });
    }
    await expectRefused(editing, () => editing.setQuantity("item_unknown", 1), { status: 404 });
    const before = await editing.read();
    expect(editIn(await editing.remove("item_unknown"))).toEqual(before);
  });

  it("that were added are taken back by their change, not taken out", async () => {
    const editing = await anEdit();
    const { changes } = editIn(await editing.add(hat, 1));
    const line = changes[0]!.line_item_id!;
    await expectRefused(editing, () => editing.remove(line), { status: 400, type: "invalid_data" });
  });

  it("have changes of their own edit only", async () => {
    const [editing, other] = [await anEdit(), await anEdit()];
    const { changes } = editIn(await other.add(hat, 1));
    await expectRefused(editing, () => editing.undo(changes[0]!.id), { status: 400, type: "invalid_data" });
    await expectRefused(editing, () => editing.undo("oic_unknown"), { status: 404, type: "not_found" });
  });

  it("of an unknown edit are not there", async () => {
    const path = "/admin/order-edits/oe_unknown";
    for (const answer of [
      await shop.admin.post(`${path}/items`, { variant_id: hat, quantity: 1 }),
      await shop.admin.post(`${path}/items/item_1`, { quantity: 1 }),
      await shop.admin.delete(`${path}/items/item_1`),
      await shop.admin.delete(`${path}/changes/oic_1`),
      await shop.admin.post(`${path}/request`),
      await shop.admin.post(`${path}/confirm`),
      await shop.admin.post(`${path}/cancel`),
      await shop.visitor().get("/store/order-edits/oe_unknown"),
      await shop.visitor().post("/store/order-edits/oe_unknown/complete"),
      await shop.visitor().post("/store/order-edits/oe_unknown/decline"),
    ]) {
      expect(refused(answer)).toMatchObject({ status: 404, type: "not_found" });
    }
  });

  it("of an edit that is over stay as they are", async () => {
    const editing = await anEdit();
    const { id } = await editing.firstLine();
    const { changes } = editIn(await editing.add(hat, 1));
    await editing.cancel();
    const refusal = { status: 400, type: "not_allowed" };
    await expectRefused(editing, () => editing.add(hat, 1), refusal);
    await expectRefused(editing, () => editing.setQuantity(id, 1), refusal);
    await expectRefused(editing, () => editing.remove(id), refusal);
    await expectRefused(editing, () => editing.undo(changes[0]!.id), refusal);
    await expectRefused(editing, () => editing.request(), refusal);
    await expectRefused(editing, editing.confirm, refusal);
    await expectRefused(editing, editing.complete, refusal);
    await expectRefused(editing, () => editing.decline(), refusal);
  });

  it("get the discount of the order", async () => {
    const { code, id } = await aDiscount(shop, place.id);
    const editing = await anEdit({ discounts: [{ code }] });
    const edit = editIn(await editing.add(hat, 10));
    const added = edit.items.find(({ original_item_id }) => original_item_id === null)!;
    expect(added).toMatchObject({ adjustments: [{ amount: 333, discount_id: id }], discount_total: 333 });
    expect(edit.difference_due).toBe(3330 - 333 + 300);
  });

  it("do not get a deleted discount, but existing lines keep it", async () => {
    const { id, code } = await aDiscount(shop, place.id);
    const editing = await anEdit({ discounts: [{ code }] });
    await shop.admin.delete(`/admin/discounts/${id}`);
    const { items } = editIn(await editing.add(hat, 1));
    const of = (variantId: string) => items.find((line) => line.variant_id === variantId)!;
    expect(of(hat).adjustments).toEqual([]);
    expect(of(shirt).adjustments).toHaveLength(1);
  });

  it("share a fixed discount again", async () => {
    const { code } = await aDiscount(shop, place.id, { rule: fiveDollars });
    const editing = await anEdit({ discounts: [{ code }], quantity: 1 });
    const { items } = editIn(await editing.add(shirt, 4));
    expect(items.map(({ adjustments }) => adjustments[0]!.amount).sort()).toEqual([100, 400]);
    const { changes } = await editing.read();
    await editing.undo(changes[0]!.id);
    expect((await editing.read()).items[0]!.adjustments[0]!.amount).toBe(500);
  });
});

describe("taxes of an edit in a region with a tax service", () => {
  it("are fetched without locks, for added and changed lines", async () => {
    const [provider] = await shop.db.run({
      text: "select id from tax_provider where id = 'outside-tax'",
      values: [],
    });
    expect(provider).toBeDefined();
    const other = await aPlace(shop, { tax_rate: 20 });
    const order = await anOrder(shop.visitor(), { place: other, variantId: shirt, quantity: 2 });
    await shop.admin.post(`/admin/regions/${other.id}`, { tax_provider_id: "outside-tax" });
    const editing = await Editing.begin(shop, order);
    tax.asked.length = 0;
    const edit = editIn(await editing.add(hat, 1));
    expect(tax.asked).toHaveLength(1);
    expect(tax.asked[0]).toMatchObject({
      regionId: other.id,
      customer: { email: order.email },
      shippingAddress: { countryCode: other.countries[0] },
      items: [
        { quantity: 2, rates: [{ rate: 20 }] },
        { quantity: 1, unitPrice: 333 },
      ],
    });
    const rates = (of: typeof edit) => of.items.map(({ tax_lines }) => tax_lines.map(({ rate }) => rate));
    expect(rates(edit)).toEqual([[20], [7]]);
    const changed = editIn(await editing.setQuantity((await editing.firstLine()).id, 3));
    expect(rates(changed)).toEqual([[7], [7]]);
    expect(changed.items[0]!.tax_total).toBe(210);
  });

  it("that cannot be had refuse the change", async () => {
    const other = await aPlace(shop, { tax_rate: 20 });
    const editing = await anEdit({ place: other, optionId: undefined });
    await shop.admin.post(`/admin/regions/${other.id}`, { tax_provider_id: "outside-tax" });
    tax.answer = () => {
      throw new Error("out of order");
    };
    await expectRefused(editing, () => editing.add(hat, 1), { status: 400, type: "invalid_data" });
    tax.forget();
  });
});

describe("an order edit that a customer sees", () => {
  it("shows the changes and not what the merchant notes", async () => {
    const editing = await anEdit();
    await shop.admin.post(`/admin/order-edits/${editing.id}`, { internal_note: "difficult" });
    await editing.add(hat, 1);
    const { status, body } = await shop.visitor().get(`/store/order-edits/${editing.id}`);
    expect(status).toBe(200);
    expect(body.order_edit).toMatchObject({ id: editing.id, status: "created", difference_due: 366 });
    for (const name of ["internal_note", "created_by", "confirmed_by", "canceled_by"]) {
      expect(body.order_edit).not.toHaveProperty(name);
    }
  });

  it.each([
    "?fields=internal_note",
    "?fields=created_by",
    "?expand=order",
    "?expand=order.customer",
    "?fields=order.email",
    "?expand=items.order",
  ])("does not open a way to what is private: %s", async (query) => {
    const editing = await anEdit();
    const answer = await shop.visitor().get(`/store/order-edits/${editing.id}${query}`);
    expect(refused(answer)).toMatchObject({ status: 400, type: "invalid_data" });
  });
});

import { describe, expect } from "vitest";
import { aPlace, type Place, rowsOf } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { Editing, editIn } from "../support/factories/order-edits.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole, lacking, type Member } from "../support/factories/team.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
let place: Place;
let variantId: string;
let optionId: string;
let support: Member;
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop, { stock: 100 });
  optionId = (await anOption(shop, place.id)).id;
  support = await aMemberWith(shop, "support");
});

const draft = (details: Record<string, unknown> = {}) => ({
  email: "draft@example.com",
  region_id: place.id,
  items: [{ variant_id: variantId, quantity: 1 }],
  shipping_methods: [{ option_id: optionId }],
  ...details,
});

async function countDrafts(): Promise<number> {
  const [row] = await shop.db.run<{ count: number }>({
    text: "select count(*) as count from draft_order",
    values: [],
  });
  return row!.count;
}

describe("a price that is agreed in a draft order", () => {
  it.each([
    ["of a variant", () => ({ items: [{ variant_id: variantId, quantity: 1, unit_price: 0 }] })],
    [
      "of something that is not in the catalogue",
      () => ({ items: [{ title: "TV", quantity: 1, unit_price: 1 }] }),
    ],
    ["of something without a price", () => ({ items: [{ title: "TV", quantity: 1 }] })],
    ["of shipping", () => ({ shipping_methods: [{ option_id: optionId, price: 0 }] })],
  ])("%s needs payments:write", async (_, details) => {
    const before = await countDrafts();
    const refused = await support.client.post("/admin/draft-orders", draft(details()));
    expect(refused).toMatchObject(lacking("payments:write"));
    expect(await countDrafts()).toBe(before);
    const cashier = await aMemberWith(shop, await aRole(shop, "orders:write", "payments:write"));
    expect((await cashier.client.post("/admin/draft-orders", draft(details()))).status).toBe(200);
  });

  it("holds for the agreed pieces: a customer cannot take more of them", async () => {
    const items = [
      { variant_id: variantId, quantity: 2, unit_price: 0 },
      { title: "Sample", quantity: 2, unit_price: 0 },
    ];
    const { body } = await shop.admin.post("/admin/draft-orders", draft({ items }));
    const { cart } = body.draft_order;
    const before = await rowsOf(shop, cart.id);
    for (const { id } of cart.items) {
      const more = await shop.visitor().post(`/store/carts/${cart.id}/line-items/${id}`, { quantity: 3 });
      expect(more).toMatchObject({
        status: 400,
        body: { type: "not_allowed", message: expect.stringMatching(/^quantity: /) },
      });
    }
    expect(await rowsOf(shop, cart.id)).toEqual(before);
    const line = `/store/carts/${cart.id}/line-items/${cart.items[0].id}`;
    const fewer = await shop.visitor().post(line, { quantity: 1 });
    expect(fewer).toMatchObject({ status: 200 });
    expect(fewer.body.cart.items).toContainEqual(
      expect.objectContaining({ id: cart.items[0].id, quantity: 1, unit_price: 0 }),
    );
  });

  it("needs payments:write when a line is added or changed, too", async () => {
    const { body, status } = await support.client.post("/admin/draft-orders", draft());
    expect(status).toBe(200);
    const { id, cart } = body.draft_order;
    const lines = `/admin/draft-orders/${id}/line-items`;
    const before = await rowsOf(shop, cart.id);
    for (const attempt of [
      () => support.client.post(lines, { variant_id: variantId, quantity: 1, unit_price: 1 }),
      () => support.client.post(lines, { title: "TV", quantity: 1 }),
      () => support.client.post(`${lines}/${cart.items[0].id}`, { unit_price: 1 }),
    ]) {
      expect(await attempt()).toMatchObject(lacking("payments:write"));
    }
    expect(await rowsOf(shop, cart.id)).toEqual(before);
    expect((await support.client.post(lines, { variant_id: variantId, quantity: 1 })).status).toBe(200);
    const more = await support.client.post(`${lines}/${cart.items[0].id}`, { quantity: 2 });
    expect(more.status).toBe(200);
  });

  it("does not hold for more pieces than were agreed on", async () => {
    const agreed = draft({ items: [{ variant_id: variantId, quantity: 2, unit_price: 1 }] });
    const { body } = await shop.admin.post("/admin/draft-orders", agreed);
    const { id, cart } = body.draft_order;
    const line = `/admin/draft-orders/${id}/line-items/${cart.items[0].id}`;
    const before = await rowsOf(shop, cart.id);
    expect(await support.client.post(line, { quantity: 3 })).toMatchObject(lacking("payments:write"));
    expect(await rowsOf(shop, cart.id)).toEqual(before);
    expect((await support.client.post(line, { quantity: 1 })).status).toBe(200);
    expect((await shop.admin.post(line, { quantity: 3 })).status).toBe(200);
  });
});

/** The rows of the edit and of its order, and how many gift cards there are. */
const rowsOfEdit = async (editing: Editing) => [
  await editing.rows(),
  await shop.db.run({ text: "select count(*) from gift_card", values: [] }),
];

describe("an order edit", () => {
  const anEdit = () => Editing.of(shop, { place, variantId, quantity: 2 });

  const aGiftCard = () => aSoldVariant(shop, { product: { is_giftcard: true } });
  const confirmedBy = ({ client }: Member, { id }: Editing) =>
    client.post(`/admin/order-edits/${id}/confirm`);

  /** The customer pays what is due. */
  async function pay(editing: Editing): Promise<void> {
    const { payment_collection_id: id } = await editing.read();
    const sessions = `/store/payment-collections/${id}/sessions`;
    const { body } = await shop.visitor().post(sessions, { provider_id: "manual" });
    const [session] = body.payment_collection.payment_sessions;
    expect((await shop.visitor().post(`${sessions}/${session.id}/authorize`)).status).toBe(200);
  }

  it.each([
    ["goods", "created", async () => variantId],
    ["goods", "requested", async () => variantId],
    ["gift cards", "created", aGiftCard],
    ["gift cards", "requested", aGiftCard],
  ])("that adds %s nobody paid for, and is %s, needs payments:write", async (_, status, added) => {
    const editing = await anEdit();
    const { id } = editing;
    const items = `/admin/order-edits/${id}/items`;
    editIn(await support.client.post(items, { variant_id: await added(), quantity: 3 }));
    if (status === "requested") editIn(await support.client.post(`/admin/order-edits/${id}/request`));
    const before = await rowsOfEdit(editing);
    expect(await confirmedBy(support, editing)).toMatchObject(lacking("payments:write"));
    expect(await rowsOfEdit(editing)).toEqual(before);
    const cashier = await aMemberWith(shop, await aRole(shop, "orders:write", "payments:write"));
    expect(editIn(await confirmedBy(cashier, editing))).toMatchObject({ status: "confirmed" });
  });

  it("that is paid for is confirmed by support, and completed by its customer", async () => {
    for (const confirm of [
      (each: Editing) => confirmedBy(support, each),
      (each: Editing) => each.complete(),
    ]) {
      const editing = await anEdit();
      await editing.add(variantId, 1);
      await editing.request();
      await pay(editing);
      expect(editIn(await confirm(editing))).toMatchObject({ status: "confirmed" });
    }
  });

  it("without anything due is confirmed by support", async () => {
    const editing = await anEdit();
    await editing.setQuantity((await editing.firstLine()).id, 1);
    expect(editIn(await confirmedBy(support, editing))).toMatchObject({ status: "confirmed" });
  });

  it("does not give more pieces at a price that was agreed for fewer", async () => {
    const items = [
      { variant_id: variantId, quantity: 2, unit_price: 0 },
      { title: "Sample", quantity: 2, unit_price: 0 },
    ];
    const { body } = await shop.admin.post("/admin/draft-orders", draft({ items }));
    const paid = await shop.admin.post(`/admin/draft-orders/${body.draft_order.id}/pay`);
    const { order } = (await shop.admin.get(`/admin/orders/${paid.body.order.id}`)).body;
    const editing = await Editing.begin(shop, order);
    for (const { id } of (await editing.read()).items) {
      const line = `/admin/order-edits/${editing.id}/items/${id}`;
      const before = await rowsOfEdit(editing);
      expect(await support.client.post(line, { quantity: 3 })).toMatchObject(lacking("payments:write"));
      expect(await rowsOfEdit(editing)).toEqual(before);
      // As many as were agreed on stay agreed on.
      for (const quantity of [1, 2]) editIn(await support.client.post(line, { quantity }));
      editIn(await editing.setQuantity(id, 3));
    }
  });
});

describe("the shipping of an order", () => {
  it("at a price of one's own needs payments:write", async () => {
    const editing = await Editing.of(shop, { place, variantId });
    const methods = `/admin/orders/${editing.order.id}/shipping-methods`;
    const method = { option_id: optionId, price: 0 };
    const before = await editing.readOrder();
    expect(await support.client.post(methods, method)).toMatchObject(lacking("payments:write"));
    expect(await editing.readOrder()).toEqual(before);
    const cashier = await aMemberWith(shop, await aRole(shop, "orders:write", "payments:write"));
    expect((await cashier.client.post(methods, method)).status).toBe(200);
  });
});

describe("the password of a customer", () => {
  it("cannot be set by support, who can send a link for a new one", async () => {
    const { id, email, password } = await aShopper(shop);
    const own = { email, password: "known to support" };
    const refused = await support.client.post(`/admin/customers/${id}`, { password: own.password });
    expect(refused).toMatchObject(lacking("personal-data:write"));
    expect((await shop.visitor().post("/store/auth", own)).status).toBe(401);
    expect((await shop.visitor().post("/store/auth", { email, password })).status).toBe(200);
    expect((await support.client.post(`/admin/customers/${id}`, { phone: "+1 2" })).status).toBe(200);
    expect((await support.client.post("/store/customers/password-token", { email })).status).toBe(204);
  });

  it("is set by an owner, as in v1", async () => {
    const { id, email } = await aShopper(shop);
    const own = { email, password: "from the owner" };
    expect((await shop.admin.post(`/admin/customers/${id}`, { password: own.password })).status).toBe(200);
    expect((await shop.visitor().post("/store/auth", own)).status).toBe(200);
  });
});

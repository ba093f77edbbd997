import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aCustomer, aGroup } from "../support/factories/customers.ts";
import { aDiscount, aDynamicCode, fiveDollars } from "../support/factories/discounts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let optionId: string;
let mug: { productId: string; variantId: string };
let bowl: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  ({ id: optionId } = await anOption(shop, place.id, { amount: 700 }));
  mug = await aSoldProduct(shop, { price: 1000 });
  bowl = await aSoldVariant(shop, { price: 2000 });
});

const trial = (id: string, changes: Record<string, unknown> = {}) =>
  shop.admin.post(`/admin/discounts/${id}/trial`, {
    region_id: place.id,
    items: [
      { variant_id: mug.variantId, quantity: 2 },
      { variant_id: bowl, quantity: 1 },
    ],
    ...changes,
  });

/** Rows of every table that a cart or a use of a discount writes. */
const written = () =>
  shop.db.run({
    text: `select (select count(*) from cart) as carts, (select count(*) from line_item) as lines,
      (select count(*) from customer) as customers, (select count(*) from address) as addresses,
      (select count(*) from shipping_method) as methods, (select count(*) from line_item_adjustment) as adjustments,
      (select count(*) from tradewind.event) as events, (select count(*) from tradewind.audit_entry) as entries,
      (select count(*) from tradewind.analytics_cart_change) as steps,
      (select sum(usage_count) from discount) as uses`,
    values: [],
  });

describe("a discount is tried on a sample cart", () => {
  it("and shows the totals without and with it, and nothing is left behind", async () => {
    const { id } = await aDiscount(shop, place.id);
    const before = await written();
    const { status, body } = await trial(id, { shipping_option_id: optionId });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({
      currency_code: "usd",
      refusal: null,
      lines: expect.any(Array),
      without: { subtotal: 4000, discount_total: 0, shipping_total: 700, tax_total: 470, total: 5170 },
      with: { subtotal: 4000, discount_total: 400, shipping_total: 700, tax_total: 430, total: 4730 },
    });
    expect(body.lines.map((line: { discount_total: number }) => line.discount_total).sort()).toEqual([
      200, 200,
    ]);
    expect(await written()).toEqual(before);
  });

  it("and reaches only the products of its conditions", async () => {
    const conditions = [{ operator: "in", products: [mug.productId] }];
    const { id } = await aDiscount(shop, place.id, { rule: { ...fiveDollars, conditions } });
    const { body } = await trial(id);
    const discounts = body.lines.map((line: Record<string, unknown>) => [
      line["variant_id"],
      line["discount_total"],
    ]);
    expect(Object.fromEntries(discounts)).toEqual({ [mug.variantId]: 250, [bowl]: 0 });
    expect(body.with.total).toBe(body.without.total - 275);
  });

  it("and takes shipping off", async () => {
    const rule = { type: "free_shipping", value: 0, allocation: "total" };
    const { id } = await aDiscount(shop, place.id, { rule });
    const { body } = await trial(id, { shipping_option_id: optionId });
    expect([body.without.shipping_total, body.with.shipping_total]).toEqual([700, 0]);
  });

  it("also before it can be used: the answer says why it cannot", async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const { id, code } = await aDiscount(shop, place.id, { starts_at: later });
    const { body } = await trial(id);
    expect(body).toMatchObject({
      refusal: `Discount ${code} is not valid yet`,
      with: { discount_total: 400 },
    });
  });

  it("for a customer, whose groups count", async () => {
    const group = await aGroup(shop);
    const member = await aCustomer(shop);
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: member.id }],
    });
    await shop.db.run({ text: "update customer set has_account = true where id = $1", values: [member.id] });
    const conditions = [{ operator: "in", customer_groups: [group.id] }];
    const { id, code } = await aDiscount(shop, place.id, { rule: { ...fiveDollars, conditions } });
    expect((await trial(id, { customer_id: member.id })).body.refusal).toBeNull();
    expect((await trial(id)).body.refusal).toBe(`Discount ${code} is only valid for specific customer`);
  });

  it("and is refused for what does not exist", async () => {
    const { id } = await aDiscount(shop, place.id);
    const before = await written();
    const refused = [
      await trial("disc_unknown"),
      await trial(id, { region_id: "reg_unknown" }),
      await trial(id, { customer_id: "cus_unknown" }),
      await trial(id, { items: [{ variant_id: "variant_unknown", quantity: 1 }] }),
      await trial(id, { shipping_option_id: "so_unknown" }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 400, 404]);
    expect((await trial(id, { items: [] })).status).toBe(400);
    expect(await written()).toEqual(before);
  });
});

describe("the figures of a discount", () => {
  const figures = async (id: string) => (await shop.admin.get(`/admin/discounts/${id}/figures`)).body;

  it("have its orders, those of its dynamic codes, and what was refunded", async () => {
    const discount = await aDiscount(shop, place.id, { is_dynamic: true });
    const { code } = await aDynamicCode(shop, discount.id);
    expect(await figures(discount.id)).toEqual({ currencies: [], pending_orders: 0 });
    const buy = (discounts: { code: string }[]) =>
      anOrder(shop.visitor(), { place, optionId, variantId: mug.variantId, discounts });
    await buy([{ code: discount.code }]);
    const order = await buy([{ code }]);
    await buy([]);
    await shop.admin.post(`/admin/orders/${order.id}/capture`);
    await shop.admin.post(`/admin/orders/${order.id}/refund`, { amount: 300, reason: "other" });
    const each = order.total;
    expect(await figures(discount.id)).toEqual({
      currencies: [
        {
          currency_code: "usd",
          orders: 2,
          canceled_orders: 0,
          sales: 2 * each,
          discounts: 200,
          refunds: 300,
          exchanges: 0,
          revenue: 2 * each - 300,
        },
      ],
      pending_orders: 0,
    });
  });

  it("count canceled orders apart", async () => {
    const { id, code } = await aDiscount(shop, place.id);
    const order = await anOrder(shop.visitor(), {
      place,
      optionId,
      variantId: mug.variantId,
      discounts: [{ code }],
    });
    await shop.admin.post(`/admin/orders/${order.id}/cancel`);
    const { currencies } = await figures(id);
    expect(currencies).toMatchObject([{ orders: 0, canceled_orders: 1, sales: 0, revenue: 0 }]);
  });

  it("of an unknown discount are refused", async () => {
    expect((await shop.admin.get("/admin/discounts/disc_unknown/figures")).status).toBe(404);
  });
});

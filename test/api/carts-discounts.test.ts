import { describe, expect } from "vitest";
import {
  aCart,
  addLine,
  aPlace,
  cartIn,
  changeCart,
  openSessions,
  readCart,
  rowsOf,
  ship,
} from "../support/factories/carts.ts";
import { aCustomer, aGroup, aShopper } from "../support/factories/customers.ts";
import { aDiscount, aDynamicCode, setUses } from "../support/factories/discounts.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";

let hat: string;
const { it, shop, place, shirt, visitor, aFilledCart, refusingChange } = withCartShop();
it.beforeAll(async () => {
  hat = await aSoldVariant(shop, { price: 666 });
});

const percent = (value: number) => ({ type: "percentage", value, allocation: "total" });
const fixed = (value: number, allocation: string) => ({ type: "fixed", value, allocation });
const freeShipping = { type: "free_shipping", value: 0, allocation: "total" };

const use = (cartId: string, ...codes: string[]) =>
  changeCart(visitor(), cartId, { discounts: codes.map((code) => ({ code })) });

const refusing = (cartId: string, codes: string[], client = visitor()) =>
  refusingChange(cartId, { discounts: codes.map((code) => ({ code })) }, client);

describe("a discount on a cart", () => {
  it("of a percentage is taken off each line before tax", async () => {
    const discount = await aDiscount(shop, place.id, { rule: percent(15) });
    const { id } = await aFilledCart({ quantity: 3 });
    await addLine(visitor(), id, hat);
    const cart = await use(id, discount.code);
    expect(cart).toMatchObject({ subtotal: 3666, discount_total: 550, tax_total: 312, total: 3428 });
    expect(cart.items).toMatchObject([
      { adjustments: [{ discount_id: discount.id, amount: 450 }], discount_total: 450, total: 2805 },
      { adjustments: [{ amount: 100 }], discount_total: 100, total: 623 },
    ]);
  });

  it("of a fixed amount is spread over the lines", async () => {
    const discount = await aDiscount(shop, place.id, { rule: fixed(500, "total") });
    const { id } = await aFilledCart();
    await addLine(visitor(), id, hat);
    const cart = await use(id, discount.code);
    expect(cart).toMatchObject({ subtotal: 1666, discount_total: 500 });
    const [first, second] = cart.items.map((line) => line.raw_discount_total);
    expect(first).toBeCloseTo(300.12, 2);
    expect(first! + second!).toBeCloseTo(500, 9);
    expect(cart.items.map((line) => line.discount_total)).toEqual([300, 200]);
    expect(cart.total).toBe(1666 - 500 + cart.tax_total);
  });

  it("of a fixed amount a piece is at most the price", async () => {
    const discount = await aDiscount(shop, place.id, { rule: fixed(700, "item") });
    const { id } = await aFilledCart({ quantity: 2 });
    await addLine(visitor(), id, hat);
    expect(await use(id, discount.code)).toMatchObject({
      discount_total: 1400 + 666,
      items: [{ discount_total: 1400 }, { discount_total: 666, total: 0 }],
    });
  });

  it("of more than everything makes the cart free, and not cheaper", async () => {
    const discount = await aDiscount(shop, place.id, { rule: fixed(1_000_000, "total") });
    const { id } = await aFilledCart();
    expect(await use(id, discount.code)).toMatchObject({ discount_total: 1000, tax_total: 0, total: 0 });
  });

  it("makes shipping free; its price comes back when the discount goes", async () => {
    const discount = await aDiscount(shop, place.id, { rule: freeShipping });
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    await ship(visitor(), id, option.id);
    const free = await use(id, discount.code);
    expect(free).toMatchObject({
      shipping_total: 0,
      shipping_tax_total: 0,
      total: 1100,
      shipping_methods: [{ price: 0, subtotal: 0, tax_total: 0, total: 0 }],
    });
    expect(await use(id)).toMatchObject({
      shipping_total: 500,
      total: 1650,
      shipping_methods: [{ price: 500 }],
    });
  });

  it("makes shipping free that is chosen later", async () => {
    const discount = await aDiscount(shop, place.id, { rule: freeShipping });
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    await use(id, discount.code);
    expect(await ship(visitor(), id, option.id)).toMatchObject({ shipping_total: 0, total: 1100 });
  });

  it("leaves alone what may not be discounted", async () => {
    const fix = await aSoldVariant(shop, { product: { discountable: false } });
    const discount = await aDiscount(shop, place.id, { rule: fixed(500, "total") });
    const { id } = await aFilledCart();
    await addLine(visitor(), id, fix);
    const cart = await use(id, discount.code);
    expect(cart.items.map((line) => line.discount_total)).toEqual([500, 0]);
  });

  it("with conditions is for some products only", async () => {
    const { productId, variantId } = await aSoldProduct(shop);
    const only = await aDiscount(shop, place.id, {
      rule: { ...percent(10), conditions: [{ operator: "in", products: [productId] }] },
    });
    const allBut = await aDiscount(shop, place.id, {
      rule: { ...percent(10), conditions: [{ operator: "not_in", products: [productId] }] },
    });
    const { id } = await aFilledCart();
    await addLine(visitor(), id, variantId);
    const amounts = async (code: string) => (await use(id, code)).items.map((line) => line.discount_total);
    expect(await amounts(only.code)).toEqual([0, 100]);
    expect(await amounts(allBut.code)).toEqual([100, 0]);
  });

  it("can be on a cart for which it does nothing", async () => {
    const { productId } = await aSoldProduct(shop);
    const discount = await aDiscount(shop, place.id, {
      rule: { ...percent(10), conditions: [{ operator: "in", products: [productId] }] },
    });
    const { id } = await aFilledCart();
    expect(await use(id, discount.code)).toMatchObject({
      discounts: [{ id: discount.id }],
      discount_total: 0,
    });
    const empty = await aCart(visitor(), { region_id: place.id });
    expect(await use(empty.id, discount.code)).toMatchObject({ discounts: [{}], total: 0 });
  });

  it("is written in any case, with spaces around it", async () => {
    const discount = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    expect((await use(id, `  ${discount.code.toLowerCase()} `)).discounts).toMatchObject([
      { id: discount.id },
    ]);
  });

  it("may be a code that was made from another", async () => {
    const parent = await aDiscount(shop, place.id, { is_dynamic: true, valid_duration: "P1D" });
    const child = await aDynamicCode(shop, parent.id);
    const { id } = await aFilledCart();
    expect(await use(id, child.code)).toMatchObject({ discounts: [{ id: child.id }], discount_total: 100 });
  });

  it("of tax-inclusive prices is one of the price without tax", async () => {
    const region = await aPlace(shop, { includes_tax: true });
    const variant = await aSoldVariant(shop, { prices: [{ region_id: region.id, amount: 1100 }] });
    const discount = await aDiscount(shop, region.id, { rule: percent(10) });
    const { id } = await aCart(visitor(), {
      region_id: region.id,
      items: [{ variant_id: variant, quantity: 1 }],
    });
    expect(await use(id, discount.code)).toMatchObject({
      subtotal: 1000,
      discount_total: 100,
      tax_total: 90,
      total: 990,
    });
  });

  it("of all of it costs nothing where the price has tax in it, however it is rounded", async () => {
    const region = await aPlace(shop, { includes_tax: true, tax_rate: 20 });
    const discount = await aDiscount(shop, region.id, { rule: percent(100) });
    for (const amount of [101, 103]) {
      const variant = await aSoldVariant(shop, { prices: [{ region_id: region.id, amount }] });
      const items = [{ variant_id: variant, quantity: 100 }];
      const { id } = await aCart(visitor(), { region_id: region.id, items });
      expect(await use(id, discount.code)).toMatchObject({ tax_total: 0, total: 0, items: [{ total: 0 }] });
    }
  });
});

describe("several discounts", () => {
  it("are all that make shipping free, and the last one that makes goods cheaper", async () => {
    const [one, other] = [
      await aDiscount(shop, place.id),
      await aDiscount(shop, place.id, { rule: percent(20) }),
    ];
    const free = [
      await aDiscount(shop, place.id, { rule: freeShipping }),
      await aDiscount(shop, place.id, { rule: freeShipping }),
    ];
    const { id } = await aFilledCart();
    const used = async (...codes: { code: string }[]) => {
      const cart = await use(id, ...codes.map(({ code }) => code));
      return [cart.discounts.map((discount) => discount.id).sort(), cart.discount_total];
    };
    const ids = (...all: { id: string }[]) => all.map((discount) => discount.id).sort();
    expect(await used(free[0]!, one, free[1]!, other)).toEqual([ids(...free, other), 200]);
    expect(await used(other, free[0]!, one)).toEqual([ids(free[0]!, one), 100]);
    expect(await used(free[1]!)).toEqual([ids(free[1]!), 0]);
    expect(await used()).toEqual([[], 0]);
  });

  it("of the same code twice are refused", async () => {
    const { code } = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    expect(await refusing(id, [code, code.toLowerCase()])).toMatchObject({ status: 404, type: "not_found" });
  });

  it("replace each other, also where free shipping takes the place of a percentage", async () => {
    const [cheaper, free] = [
      await aDiscount(shop, place.id),
      await aDiscount(shop, place.id, { rule: freeShipping }),
    ];
    const { id } = await aFilledCart();
    await use(id, cheaper.code);
    expect(await use(id, free.code)).toMatchObject({ discount_total: 0, total: 1100 });
    expect(await addLine(visitor(), id, shirt.id)).toMatchObject({ discount_total: 0, total: 2200 });
    expect(await use(id, free.code, cheaper.code)).toMatchObject({ discount_total: 200, total: 1980 });
  });
});

describe("a discount is refused", () => {
  it("that does not exist", async () => {
    const { code } = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    for (const codes of [["unknown"], [code, "unknown"], [""]]) {
      expect(await refusing(id, codes)).toMatchObject({ status: 404, type: "not_found" });
    }
  });

  it.each([
    ["is disabled", { is_disabled: true }, "not_allowed"],
    ["begins later", { starts_at: "2099-01-01T00:00:00.000Z" }, "not_allowed"],
    [
      "has ended",
      { starts_at: "2001-01-01T00:00:00.000Z", ends_at: "2002-01-01T00:00:00.000Z" },
      "not_allowed",
    ],
  ])("that %s", async (_, details, type) => {
    const { code } = await aDiscount(shop, place.id, details);
    const { id } = await aFilledCart();
    expect(await refusing(id, [code])).toMatchObject({ status: 400, type });
  });

  it("that has been used as often as it may", async () => {
    const discount = await aDiscount(shop, place.id, { usage_limit: 2 });
    const { id } = await aFilledCart();
    await setUses(shop, discount.id, 1);
    await use(id, discount.code);
    await use(id);
    await setUses(shop, discount.id, 2);
    const answer = await visitor().post(`/store/carts/${id}`, { discounts: [{ code: discount.code }] });
    expect(answer.body.type).toBe("not_allowed");
    expect([400, 409]).toContain(answer.status);
    expect((await readCart(visitor(), id)).discounts).toEqual([]);
  });

  it("of another region", async () => {
    const other = await aPlace(shop);
    const { code } = await aDiscount(shop, other.id);
    const { id } = await aFilledCart();
    expect(await refusing(id, [code])).toMatchObject({ status: 400, type: "invalid_data" });
  });

  it("that was deleted", async () => {
    const discount = await aDiscount(shop, place.id);
    await shop.admin.delete(`/admin/discounts/${discount.id}`);
    const { id } = await aFilledCart();
    expect((await refusing(id, [discount.code])).status).toBe(404);
  });

  it("for a group, to visitors and to customers who are not in it", async () => {
    const group = await aGroup(shop);
    const [member, other] = [await aShopper(shop), await aShopper(shop)];
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: member.id }],
    });
    const { code } = await aDiscount(shop, place.id, {
      rule: { ...percent(10), conditions: [{ operator: "in", customer_groups: [group.id] }] },
    });
    for (const client of [visitor(), other.browser]) {
      const { id } = await aFilledCart({ client });
      expect(await refusing(id, [code], client)).toMatchObject({ status: 400, type: "not_allowed" });
    }
    const { id } = await aFilledCart({ client: member.browser });
    const cart = await changeCart(member.browser, id, { discounts: [{ code }] });
    expect(cart.discount_total).toBe(100);
  });
});

describe("a discount that no longer holds for a cart", () => {
  it("is removed when a customer outside of its group takes over the cart", async () => {
    const group = await aGroup(shop);
    const [member, other] = [await aShopper(shop), await aShopper(shop)];
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: member.id }],
    });
    const forMembers = await aDiscount(shop, place.id, {
      rule: { ...percent(10), conditions: [{ operator: "in", customer_groups: [group.id] }] },
    });
    const { id } = await aFilledCart({ client: member.browser });
    await changeCart(member.browser, id, { discounts: [{ code: forMembers.code }] });
    expect(await readCart(other.browser, id)).toMatchObject({
      customer_id: other.id,
      discounts: [],
      discount_total: 0,
      total: 1100,
    });
  });

  it("stays when another customer may use it, too", async () => {
    const discount = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    await use(id, discount.code);
    const customer = await aCustomer(shop);
    const cart = await changeCart(shop.admin, id, { customer_id: customer.id });
    expect(cart).toMatchObject({ discounts: [{ id: discount.id }], discount_total: 100 });
  });

  it("does nothing any more when it was deleted", async () => {
    const discount = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    await use(id, discount.code);
    await shop.admin.delete(`/admin/discounts/${discount.id}`);
    expect(await readCart(visitor(), id)).toMatchObject({ discounts: [], discount_total: 0, total: 1100 });
    expect(await addLine(visitor(), id, shirt.id)).toMatchObject({ discount_total: 0, total: 2200 });
  });
});

describe("removing a discount", () => {
  const remove = (cartId: string, code: string) =>
    visitor().delete(`/store/carts/${cartId}/discounts/${code}`);

  it("takes it off, and only it", async () => {
    const [cheaper, free] = [
      await aDiscount(shop, place.id),
      await aDiscount(shop, place.id, { rule: freeShipping }),
    ];
    const { id } = await aFilledCart();
    await use(id, cheaper.code, free.code);
    const cart = cartIn(await remove(id, cheaper.code));
    expect(cart).toMatchObject({ discounts: [{ id: free.id }], discount_total: 0, total: 1100 });
    expect(cart.items[0]!.adjustments).toEqual([]);
  });

  it("that is not on the cart changes nothing", async () => {
    const discount = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    await use(id, discount.code);
    const before = await rowsOf(shop, id);
    for (const code of ["UNKNOWN", discount.code.toLowerCase()]) {
      expect(cartIn(await remove(id, code)).discount_total).toBe(100);
    }
    expect(await rowsOf(shop, id)).toEqual(before);
  });

  it("that was deleted since takes off what it left on the lines", async () => {
    const discount = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    await use(id, discount.code);
    await shop.admin.delete(`/admin/discounts/${discount.id}`);
    expect(cartIn(await remove(id, discount.code)).items[0]!.adjustments).toEqual([]);
  });

  it("takes the payment along", async () => {
    const discount = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    await use(id, discount.code);
    expect((await openSessions(visitor(), id)).payment_session).toMatchObject({ amount: 990 });
    expect(cartIn(await remove(id, discount.code)).payment_session).toMatchObject({ amount: 1100 });
  });
});

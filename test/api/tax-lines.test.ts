import { describe, expect } from "vitest";
import { aCart, readCart, ship } from "../support/factories/carts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { Editing, editIn } from "../support/factories/order-edits.ts";
import { anOrder, aSentOrder } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { aTaxRate } from "../support/factories/tax-targets.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const storedTaxLines = (ofOrder: string) =>
  shop.db.run<{ rate: number; code: string }>({
    text: `select tax.rate, tax.code from line_item_tax_line tax join line_item line on line.id = tax.item_id
        where line.order_id = $1 or line.claim_order_id in (select id from claim_order where order_id = $1)
      union all select tax.rate, tax.code from shipping_method_tax_line tax
        join shipping_method method on method.id = tax.shipping_method_id
        where method.order_id = $1 or method.claim_order_id in (select id from claim_order where order_id = $1)
          or method.return_id in (select id from return where order_id = $1
            or claim_order_id in (select id from claim_order where order_id = $1))`,
    values: [ofOrder],
  });

describe("lines without a rate of their own are taxed under the code `default`, with any tax code of the region", () => {
  let place: ReturnPlace;
  it.beforeAll(async () => {
    place = await aReturnPlace(shop, { tax_code: "NY" });
  });

  it("in products, carts and their shipping", async () => {
    const { productId, variantId } = await aSoldProduct(shop);
    const { body } = await shop.visitor().get(`/store/products/${productId}?region_id=${place.id}`);
    expect(body.product.variants[0].tax_rates).toEqual([{ rate: 10, name: "default", code: "default" }]);
    const cart = await aCart(shop.visitor(), {
      region_id: place.id,
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    expect(cart.items[0]!.tax_lines).toMatchObject([{ rate: 10, code: "default" }]);
    const shipped = await ship(shop.visitor(), cart.id, place.optionId);
    expect(shipped.shipping_methods[0]).toMatchObject({ tax_lines: [{ rate: 10, code: "default" }] });
  });

  it("in edits", async () => {
    const editing = await Editing.of(shop, { place, variantId: await aSoldVariant(shop) });
    const edited = editIn(await editing.add(await aSoldVariant(shop)));
    expect(edited.items.flatMap(({ tax_lines }) => tax_lines.map(({ code }) => code))).toEqual([
      "default",
      "default",
    ]);
  });

  it("in orders, returns, claims and shipping that is added to an order", async () => {
    const { id, lineId, variantId } = await aSentOrder(shop, { place });
    const item = { item_id: lineId, quantity: 1 };
    const answers = [
      await shop.admin.post(`/admin/orders/${id}/return`, {
        items: [item],
        return_shipping: { option_id: place.returnOptionId },
      }),
      await shop.admin.post(`/admin/orders/${id}/claims`, {
        type: "replace",
        claim_items: [{ ...item, reason: "production_failure" }],
        additional_items: [{ variant_id: variantId, quantity: 1 }],
        shipping_methods: [{ option_id: place.optionId, price: 100 }],
      }),
      await shop.admin.post(`/admin/orders/${id}/shipping-methods`, { option_id: place.optionId, price: 1 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const lines = await storedTaxLines(id);
    expect(lines.length).toBeGreaterThanOrEqual(4);
    expect(new Set(lines.map(({ code }) => code))).toEqual(new Set(["default"]));
  });
});

describe("a completed cart shows the taxes of its order", () => {
  const stored = { rate: 10, name: "default", code: "default", id: expect.stringMatching(/^litl_/) };
  const asOrdered = {
    tax_total: 150,
    item_tax_total: 100,
    shipping_tax_total: 50,
    total: 1650,
    items: [{ tax_total: 100, tax_lines: [stored] }],
    shipping_methods: [{ tax_total: 50, total: 550 }],
  };
  const buy = async (place: ReturnPlace) =>
    anOrder(shop.visitor(), { place, variantId: await aSoldVariant(shop), optionId: place.optionId });

  it("where its region does not tax by itself", async () => {
    const place = await aReturnPlace(shop);
    await shop.admin.post(`/admin/regions/${place.id}`, { automatic_taxes: false });
    const order = await buy(place);
    expect(order).toMatchObject({ tax_total: 150, total: 1650 });
    await shop.admin.post(`/admin/regions/${place.id}`, { tax_rate: 50 });
    expect(await readCart(shop.visitor(), order.cart_id)).toMatchObject(asOrdered);
  });

  it("where its region was deleted since", async () => {
    const place = await aReturnPlace(shop);
    const order = await buy(place);
    await shop.admin.delete(`/admin/regions/${place.id}`);
    expect(await readCart(shop.visitor(), order.cart_id)).toMatchObject({ ...asOrdered, region: null });
  });
});

describe("gift cards of orders that v1 placed before it noted whether a card was taxed", () => {
  /** 10.00 of goods at 10 %, 5.00 of it paid with a card. */
  const anOldOrder = async (cardRate: number | null, { isTaxed }: { isTaxed: boolean }) => {
    const place = await aReturnPlace(shop);
    await shop.admin.post(`/admin/regions/${place.id}`, { gift_cards_taxable: isTaxed });
    const { code, id } = await aGiftCard(shop, place.id, { value: 500 });
    const order = await anOrder(shop.visitor(), {
      place,
      variantId: await aSoldVariant(shop),
      giftCards: [{ code }],
    });
    await shop.db.run({
      text: `with old as (update gift_card_transaction set is_taxable = null, tax_rate = null where gift_card_id = $1)
        update gift_card set tax_rate = $2 where id = $1`,
      values: [id, cardRate],
    });
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    const cart = await readCart(shop.visitor(), order.cart_id);
    expect(cart.gift_card_tax_total).toBe(body.order.gift_card_tax_total);
    return body.order;
  };

  it("count with the rate of the card", async () => {
    expect(await anOldOrder(4, { isTaxed: false })).toMatchObject({
      gift_card_total: 500,
      gift_card_tax_total: 20,
    });
  });

  it("else with that of a region that taxes them", async () => {
    expect(await anOldOrder(null, { isTaxed: true })).toMatchObject({
      gift_card_total: 500,
      gift_card_tax_total: 50,
    });
    expect(await anOldOrder(0, { isTaxed: true })).toMatchObject({
      gift_card_tax_total: 0,
    });
  });

  it("else without one", async () => {
    expect(await anOldOrder(null, { isTaxed: false })).toMatchObject({
      gift_card_total: 500,
      gift_card_tax_total: 0,
    });
  });
});

describe("a tax rate without a number", () => {
  let place: ReturnPlace;
  let productId: string;
  let variantId: string;
  it.beforeAll(async () => {
    place = await aReturnPlace(shop);
    ({ productId, variantId } = await aSoldProduct(shop));
    await aTaxRate(shop, place.id, { name: "none yet", code: "N", products: [productId] });
    await aTaxRate(shop, place.id, {
      name: "none yet",
      code: "S",
      rate: null,
      shipping_options: [place.optionId, place.returnOptionId],
    });
  });

  it("is 0 % in a cart, its shipping and its order", async () => {
    const { id } = await aCart(shop.visitor(), {
      region_id: place.id,
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    const cart = await ship(shop.visitor(), id, place.optionId);
    expect(cart).toMatchObject({ tax_total: 0, total: 1500 });
    expect(cart.items[0]!.tax_lines).toMatchObject([{ rate: 0, name: "none yet", code: "N" }]);
    const order = await anOrder(shop.visitor(), { place, variantId, optionId: place.optionId });
    expect(order).toMatchObject({
      tax_total: 0,
      total: 1500,
      items: [{ tax_lines: [{ rate: 0, code: "N" }] }],
      shipping_methods: [{ tax_lines: [{ rate: 0, code: "S" }] }],
    });
    expect(await readCart(shop.visitor(), order.cart_id)).toMatchObject({ tax_total: 0, total: 1500 });
  });

  it("is shown without one where prices are shown, and adds nothing to them", async () => {
    const { body } = await shop.visitor().get(`/store/products/${productId}?region_id=${place.id}`);
    expect(body.product.variants[0]).toMatchObject({
      calculated_price_incl_tax: 1000,
      calculated_tax: 0,
      tax_rates: [{ rate: null, code: "N" }],
    });
    const { body: offered } = await shop.visitor().get(`/store/shipping-options?region_id=${place.id}`);
    expect(offered.shipping_options[0]).toMatchObject({
      price_incl_tax: 500,
      tax_amount: 0,
      tax_rates: [{ rate: null, code: "S" }],
    });
  });

  it("is 0 % in edits, returns, claims and added shipping", async () => {
    const { id, lineId } = await aSentOrder(shop, { place, variantId });
    const item = { item_id: lineId, quantity: 1 };
    const answers = [
      await shop.admin.post(`/admin/orders/${id}/return`, {
        items: [item],
        return_shipping: { option_id: place.returnOptionId },
      }),
      await shop.admin.post(`/admin/orders/${id}/claims`, {
        type: "replace",
        claim_items: [{ ...item, reason: "production_failure" }],
        additional_items: [{ variant_id: variantId, quantity: 1 }],
      }),
      await shop.admin.post(`/admin/orders/${id}/shipping-methods`, { option_id: place.optionId, price: 1 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const lines = await storedTaxLines(id);
    expect(lines.length).toBeGreaterThanOrEqual(4);
    expect(new Set(lines.map(({ rate }) => Number(rate)))).toEqual(new Set([0]));
    const editing = await Editing.of(shop, { place, variantId: await aSoldVariant(shop) });
    const edited = editIn(await editing.add(variantId));
    expect(edited.items.map(({ tax_total }) => tax_total).sort()).toEqual([0, 100]);
    expect((await editing.request()).status).toBe(200);
    expect((await editing.confirm()).status).toBe(200);
  });

  it("takes the place of the region's rate only where it is attached", async () => {
    const other = await anOption(shop, place.id);
    const order = await anOrder(shop.visitor(), {
      place,
      variantId: await aSoldVariant(shop),
      optionId: other.id,
    });
    expect(order).toMatchObject({ tax_total: 150 });
  });
});

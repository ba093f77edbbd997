import { describe, expect } from "vitest";
import { Refusal } from "../../src/kernel/refusal.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Answer } from "../support/clients/client.ts";
import {
  aCart,
  addLine,
  aPlace,
  cartIn,
  changeCart,
  moneyOf,
  openSessions,
  readCart,
  refused,
  ship,
} from "../support/factories/carts.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { usd } from "../support/factories/products.ts";
import { anOption, taxOption } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { aTaxRate } from "../support/factories/tax-targets.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";
import { Gate, outsideWorld } from "../support/services/outside-world.ts";

const { registry, tax } = outsideWorld();

registry.tax.add({ id: "silent-tax", taxLines: () => new Promise(() => {}) });

let unanswered: { answer: Promise<Answer> };
const { it, shop, shirt, visitor, aFilledCart } = withCartShop({
  start: () => startShop({}, { providers: registry }),
});
it.beforeAll(async () => {
  unanswered = await askInVain();
});
it.beforeEach(() => tax.forget());

const calculate = (cartId: string) => visitor().post(`/store/carts/${cartId}/taxes`);

/** Started first, since it takes long; the promise is wrapped so that it is not awaited yet. */
async function askInVain(): Promise<{ answer: Promise<Answer> }> {
  const region = await aPlace(shop);
  const { id } = await aFilledCart({ regionId: region.id });
  await shop.admin.post(`/admin/regions/${region.id}`, { tax_provider_id: "silent-tax" });
  return { answer: calculate(id) };
}

describe("the tax of a line", () => {
  it("is that of its region", async () => {
    const region = await aPlace(shop, { tax_rate: 8.875, tax_code: "NY" });
    const cart = await aFilledCart({ regionId: region.id, quantity: 2 });
    expect(cart.items[0]!.tax_lines).toMatchObject([{ rate: 8.875, name: "default", code: "default" }]);
    expect(cart).toMatchObject({ tax_total: 178, total: 2178 });
  });

  it("is that of its product and of its type together, where they have rates of their own", async () => {
    const region = await aPlace(shop, { tax_rate: 20 });
    const { productId, variantId } = await aSoldProduct(shop, { product: { type: { value: "Books" } } });
    const { body } = await shop.admin.get(`/admin/products/${productId}`);
    await aTaxRate(shop, region.id, { code: "P", name: "product", rate: 5, products: [productId] });
    await aTaxRate(shop, region.id, {
      code: "T",
      name: "type",
      rate: 2.5,
      product_types: [body.product.type_id],
    });
    const cart = await aFilledCart({ regionId: region.id, variantId });
    expect(cart.items[0]!.tax_lines).toMatchObject([{ code: "P" }, { code: "T" }]);
    expect(cart.items[0]!.tax_total).toBe(50 + 25);
    const elsewhere = await aPlace(shop, { tax_rate: 20 });
    expect((await aFilledCart({ regionId: elsewhere.id, variantId })).tax_total).toBe(200);
  });

  it("is none for a line that sells no product", async () => {
    const region = await aPlace(shop);
    const { id, items } = await aFilledCart({ regionId: region.id });
    await shop.db.run({
      text: "update line_item set variant_id = null where id = $1",
      values: [items[0]!.id],
    });
    expect(await readCart(visitor(), id)).toMatchObject({ tax_total: 0, total: 1000 });
  });
});

describe("the tax of shipping", () => {
  it("is that of the region, or of the option", async () => {
    const region = await aPlace(shop);
    const option = await anOption(shop, region.id, { amount: 990 });
    const { id } = await aFilledCart({ regionId: region.id });
    expect(await ship(visitor(), id, option.id)).toMatchObject({ shipping_tax_total: 99, tax_total: 199 });
    await taxOption(shop, option, { rate: 5, name: "five", code: "F" });
    await taxOption(shop, option, { rate: 2, name: "two", code: "T" });
    expect(await readCart(visitor(), id)).toMatchObject({ shipping_tax_total: 69, tax_total: 169 });
  });
});

describe("prices that contain the tax", () => {
  const inclusive = { subtotal: 1000, tax_total: 100, total: 1100 };

  it("are those of a region", async () => {
    const region = await aPlace(shop, { includes_tax: true });
    const variant = await aSoldVariant(shop, { prices: [{ region_id: region.id, amount: 1100 }] });
    const cart = await aFilledCart({ regionId: region.id, variantId: variant });
    expect(cart).toMatchObject(inclusive);
    expect(cart.items[0]!.includes_tax).toBe(true);
    // A price of the currency is no price of the region.
    expect(await aFilledCart({ regionId: region.id })).toMatchObject({
      total: 1100,
      items: [{ includes_tax: false }],
    });
  });

  it("are those of a currency", async () => {
    await shop.admin.post("/admin/store/currencies/eur");
    await shop.admin.post("/admin/currencies/eur", { includes_tax: true });
    const region = await aPlace(shop, { currency_code: "eur" });
    const variant = await aSoldVariant(shop, { prices: [{ currency_code: "eur", amount: 1100 }] });
    expect(await aFilledCart({ regionId: region.id, variantId: variant })).toMatchObject(inclusive);
  });

  it("are those of a price list", async () => {
    const region = await aPlace(shop);
    const variant = await aSoldVariant(shop, { prices: [usd(2000)] });
    await aPriceList(shop, { prices: [dollars(variant, 1100)], includes_tax: true, status: "active" });
    expect(await aFilledCart({ regionId: region.id, variantId: variant })).toMatchObject(inclusive);
  });

  it("of shipping are those of an option", async () => {
    const region = await aPlace(shop);
    const option = await anOption(shop, region.id, { amount: 550, includes_tax: true });
    const { id } = await aFilledCart({ regionId: region.id });
    expect(await ship(visitor(), id, option.id)).toMatchObject({
      shipping_total: 500,
      tax_total: 150,
      total: 1650,
      shipping_methods: [{ price: 550, subtotal: 500, tax_total: 50, total: 550 }],
    });
  });

  it("change when the cart goes where they are others", async () => {
    const plain = await aPlace(shop);
    const gross = await aPlace(shop, { currency_code: "eur", includes_tax: true });
    const variant = await aSoldVariant(shop, { prices: [usd(1500), { region_id: gross.id, amount: 1100 }] });
    const { id } = await aFilledCart({ regionId: plain.id, variantId: variant });
    expect(await changeCart(visitor(), id, { region_id: gross.id })).toMatchObject(inclusive);
    const back = await changeCart(visitor(), id, { region_id: plain.id });
    expect(back.items[0]!.includes_tax).toBe(false);
  });

  it("are those of another region whose price is the lowest in the currency", async () => {
    const [plain, gross] = [await aPlace(shop), await aPlace(shop, { includes_tax: true })];
    const variant = await aSoldVariant(shop, { prices: [usd(1500), { region_id: gross.id, amount: 1100 }] });
    expect(await aFilledCart({ regionId: plain.id, variantId: variant })).toMatchObject(inclusive);
  });
});

describe("a region that does not tax by itself", () => {
  const aQuietPlace = async () => {
    const region = await aPlace(shop);
    await shop.admin.post(`/admin/regions/${region.id}`, { automatic_taxes: false });
    return region;
  };

  it("shows no taxes until they are requested", async () => {
    const { id } = await aFilledCart({ regionId: (await aQuietPlace()).id });
    expect(await readCart(visitor(), id)).toMatchObject({
      tax_total: 0,
      total: 1000,
      items: [{ tax_lines: [] }],
    });
    expect(cartIn(await calculate(id))).toMatchObject({
      tax_total: 100,
      total: 1100,
      items: [{ tax_lines: [{ rate: 10 }] }],
    });
    expect((await readCart(visitor(), id)).tax_total).toBe(0);
  });

  it("asks for payment with the taxes", async () => {
    const { id } = await aFilledCart({ regionId: (await aQuietPlace()).id });
    const cart = await openSessions(visitor(), id);
    expect(cart).toMatchObject({ tax_total: 100, total: 1100, payment_session: { amount: 1100 } });
  });
});

describe("calculating taxes", () => {
  it("shows the cart as it is, and changes nothing", async () => {
    const { id } = await aFilledCart({ regionId: (await aPlace(shop)).id });
    const before = await readCart(visitor(), id);
    const counted = await countingStatements(shop.db, () => calculate(id));
    expect(moneyOf(cartIn(counted.result))).toEqual(moneyOf(before));
    expect(counted.statements).toHaveLength(1);
    expect(await readCart(visitor(), id)).toEqual(before);
  });

  it("of an empty cart finds none", async () => {
    const { id } = await aCart(visitor(), { region_id: (await aPlace(shop)).id });
    expect(cartIn(await calculate(id))).toMatchObject({ tax_total: 0, total: 0, items: [] });
  });
});

describe("a tax service", () => {
  const aServedPlace = async () => {
    const region = await aPlace(shop);
    const { status } = await shop.admin.post(`/admin/regions/${region.id}`, {
      tax_provider_id: "outside-tax",
    });
    expect(status).toBe(200);
    return region;
  };

  it("receives the whole cart, and decides the rates", async () => {
    const region = await aServedPlace();
    const option = await anOption(shop, region.id);
    const { id, items } = await aFilledCart({ regionId: region.id, quantity: 2 });
    await changeCart(visitor(), id, {
      email: "taxed@example.com",
      shipping_address: { city: "Testville", country_code: region.countries[0] },
    });
    tax.forget();
    const cart = await ship(visitor(), id, option.id);
    expect(cart).toMatchObject({
      subtotal: 2000,
      item_tax_total: 140,
      shipping_tax_total: 25,
      total: 2665,
      items: [{ tax_lines: [{ rate: 7, name: "seven", code: "S" }] }],
      shipping_methods: [{ tax_lines: [{ rate: 5 }] }],
    });
    expect(tax.asked).toMatchObject([
      {
        currencyCode: "usd",
        regionId: region.id,
        shippingAddress: { city: "Testville", countryCode: region.countries[0] },
        customer: { email: "taxed@example.com" },
        items: [
          { lineItemId: items[0]!.id, quantity: 2, unitPrice: 1000, discount: 0, rates: [{ rate: 10 }] },
        ],
        shipping: [{ amount: 500, includesTax: false }],
      },
    ]);
  });

  it("is called once for the same content", async () => {
    const region = await aServedPlace();
    const { id } = await aFilledCart({ regionId: region.id });
    await changeCart(visitor(), id, { email: "once@example.com" });
    tax.forget();
    await changeCart(visitor(), id, { shipping_address: { city: "Testville" } });
    expect(tax.asked).toHaveLength(1);
    for (const ask of [() => readCart(visitor(), id), async () => cartIn(await calculate(id))]) {
      expect((await ask()).tax_total).toBe(70);
    }
    await openSessions(visitor(), id);
    await changeCart(visitor(), id, { context: { seen: true } });
    expect(tax.asked).toHaveLength(1);
    for (const query of ["expand=customer", "expand=", "fields=id,items.title"]) {
      expect((await visitor().get(`/store/carts/${id}?${query}`)).body.cart.tax_total).toBe(70);
    }
    expect(tax.asked).toHaveLength(1);
    const counted = await countingStatements(shop.db, () => visitor().get(`/store/carts/${id}`));
    expect(counted.statements).toHaveLength(1);
  });

  it("is called again when the content has changed", async () => {
    const region = await aServedPlace();
    const { id } = await aFilledCart({ regionId: region.id });
    await addLine(visitor(), id, shirt.id);
    expect(tax.asked).toHaveLength(2);
    await changeCart(visitor(), id, { shipping_address: { city: "Elsewhere" } });
    expect(tax.asked).toHaveLength(3);
  });

  it("is not called for every read of a cart in a region that does not tax by itself", async () => {
    const region = await aServedPlace();
    await shop.admin.post(`/admin/regions/${region.id}`, { automatic_taxes: false });
    const { id } = await aFilledCart({ regionId: region.id });
    expect((await readCart(visitor(), id)).tax_total).toBe(0);
    expect(tax.asked).toHaveLength(0);
    expect(cartIn(await calculate(id)).tax_total).toBe(70);
    expect(tax.asked).toHaveLength(1);
  });

  it("taxes nothing that its answer omits, and nothing outside of the cart", async () => {
    tax.answer = () => ({
      items: [{ lineItemId: "item_other", rate: 7, name: "x", code: null }],
      shipping: [],
    });
    const { id } = await aFilledCart({ regionId: (await aServedPlace()).id });
    expect(await readCart(visitor(), id)).toMatchObject({ tax_total: 0, total: 1000 });
  });

  it("may answer with several rates for a line", async () => {
    tax.answer = ({ items }) => ({
      items: items.flatMap(({ lineItemId }) => [
        { lineItemId, rate: 6, name: "state", code: null },
        { lineItemId, rate: 2.25, name: "city", code: "C" },
      ]),
      shipping: [],
    });
    const { id } = await aFilledCart({ regionId: (await aServedPlace()).id });
    const { items } = await readCart(visitor(), id);
    expect(items[0]).toMatchObject({
      tax_lines: [{ rate: 6, code: null }, { code: "C" }],
      tax_total: 60 + 23,
    });
  });

  const outage = () => {
    throw new Error("a secret of the service");
  };

  it("that fails is a refusal without details of the tax service", async () => {
    const { id } = await aFilledCart({ regionId: (await aServedPlace()).id });
    await shop.db.run({ text: "delete from tradewind.tax_answer where cart_id = $1", values: [id] });
    tax.answer = outage;
    for (const answer of [
      await visitor().get(`/store/carts/${id}`),
      await calculate(id),
      await visitor().post(`/store/carts/${id}/payment-sessions`),
    ]) {
      expect(refused(answer)).toEqual({
        status: 400,
        type: "invalid_data",
        message: "The taxes could not be calculated: it failed",
      });
    }
    tax.forget();
    expect(await readCart(visitor(), id)).toMatchObject({ tax_total: 70, payment_sessions: [] });
  });

  it("that refuses is quoted", async () => {
    const region = await aServedPlace();
    tax.answer = () => {
      throw new Refusal("invalid_data", "the postal code is missing");
    };
    const made = await visitor().post("/store/carts", {
      region_id: region.id,
      items: [{ variant_id: shirt.id, quantity: 1 }],
    });
    // The cart exists, so its client must get an answer.
    expect(made).toMatchObject({ status: 200, body: { cart: { total: 1000, tax_total: 0 } } });
    const answer = await calculate(made.body.cart.id);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("The taxes could not be calculated: the postal code is missing");
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "seven"],
    ["an empty object", {}],
    ["no shipping", { items: [] }],
    ["lines that are none", { items: [null], shipping: [] }],
    ["items that are no list", { items: {}, shipping: [] }],
    ["a negative rate", { items: [{ lineItemId: "LINE", rate: -7, name: "x", code: null }], shipping: [] }],
    ["a rate that is no number", { items: [{ lineItemId: "LINE", rate: "7", name: "x" }], shipping: [] }],
    ["an endless rate", { items: [{ lineItemId: "LINE", rate: 1e300, name: "x" }], shipping: [] }],
  ])("that answers with %s is a clear refusal", async (_, answered) => {
    const { id } = await aFilledCart({ regionId: (await aServedPlace()).id });
    await shop.db.run({ text: "delete from tradewind.tax_answer where cart_id = $1", values: [id] });
    const { items } = await readCart(visitor(), id);
    await shop.db.run({ text: "delete from tradewind.tax_answer where cart_id = $1", values: [id] });
    tax.answer = () => answered && JSON.parse(JSON.stringify(answered).replace("LINE", items[0]!.id));
    const answer = await calculate(id);
    expect(refused(answer)).toMatchObject({ status: 400, type: "invalid_data" });
    expect(answer.body.message).toContain("The taxes could not be calculated: ");
  });

  it("that is slow does not block other changes of the cart; it is called again with the changed cart", async () => {
    const region = await aServedPlace();
    await shop.admin.post(`/admin/regions/${region.id}`, { automatic_taxes: false });
    const { id } = await aFilledCart({ regionId: region.id });
    const gate = new Gate();
    const usual = tax.answer;
    tax.answer = async (question) => {
      await gate.pass();
      return usual(question);
    };
    const paying = openSessions(visitor(), id);
    await gate.reached;
    expect((await addLine(visitor(), id, shirt.id)).items[0]!.quantity).toBe(2);
    gate.letGo();
    expect(await paying).toMatchObject({ total: 2140, payment_session: { amount: 2140 } });
    expect(tax.asked.map(({ items }) => items[0]!.quantity)).toEqual([1, 2]);
  });

  it("that does not answer in time is aborted", async () => {
    expect(refused(await unanswered.answer)).toEqual({
      status: 400,
      type: "invalid_data",
      message: "The taxes could not be calculated: it did not answer in time",
    });
  });

  it("that is not installed any more is a clear refusal", async () => {
    const region = await aPlace(shop);
    const { id } = await aFilledCart({ regionId: region.id });
    await shop.db.run({
      text: "insert into tax_provider (id, is_installed) values ('gone-tax', false) on conflict do nothing",
      values: [],
    });
    await shop.db.run({
      text: "update region set tax_provider_id = 'gone-tax' where id = $1",
      values: [region.id],
    });
    expect(refused(await calculate(id))).toEqual({
      status: 400,
      type: "invalid_data",
      message: "The tax provider gone-tax is not installed",
    });
  });
});

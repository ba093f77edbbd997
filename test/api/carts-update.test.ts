import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCart,
  addLine,
  aPlace,
  cartIn,
  changeCart,
  completeByHand,
  eventsOf,
  openSessions,
  readCart,
  refused,
  rowsOf,
  ship,
} from "../support/factories/carts.ts";
import { aCustomer, aGroup, aGuest, aShopper } from "../support/factories/customers.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { usd } from "../support/factories/products.ts";
import { aRegion, freeCountries } from "../support/factories/regions.ts";
import { aChannel, defaultChannel } from "../support/factories/sales-channels.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";

const { it, shop, place, shirt, visitor, aFilledCart, refusingChange } = withCartShop();

describe("a cart that does not exist", () => {
  const unknown = { status: 404, type: "not_found", message: "Cart with id: cart_unknown was not found" };

  it.each([
    ["GET", "", undefined],
    ["POST", "", {}],
    ["POST", "", { email: "somebody@example.com" }],
    ["POST", "/line-items", { variant_id: "v", quantity: 1 }],
    ["POST", "/line-items/item_1", { quantity: 1 }],
    ["DELETE", "/line-items/item_1", undefined],
    ["DELETE", "/discounts/CODE", undefined],
    ["POST", "/shipping-methods", { option_id: "so_1" }],
    ["POST", "/taxes", undefined],
    ["POST", "/payment-sessions", undefined],
    ["POST", "/payment-session", { provider_id: "manual" }],
    ["POST", "/payment-sessions/manual", { data: {} }],
    ["DELETE", "/payment-sessions/manual", undefined],
    ["POST", "/payment-sessions/manual/refresh", undefined],
  ])("is not found by %s %s", async (method, path, body) => {
    const answer = await visitor().send(method, `/store/carts/cart_unknown${path}`, { body });
    expect(refused(answer)).toEqual(unknown);
  });

  it("has no ways to be shipped", async () => {
    expect(refused(await visitor().get("/store/shipping-options/cart_unknown"))).toEqual(unknown);
  });

  it("is also one that was deleted", async () => {
    const { id } = await aFilledCart();
    await shop.db.run({ text: "update cart set deleted_at = now() where id = $1", values: [id] });
    expect((await visitor().get(`/store/carts/${id}`)).status).toBe(404);
    expect((await visitor().post(`/store/carts/${id}`, {})).status).toBe(404);
  });
});

describe("reading a cart", () => {
  it("costs one statement", async () => {
    const { id } = await aFilledCart();
    const counted = await countingStatements(shop.db, () => visitor().get(`/store/carts/${id}`));
    expect(counted.result.status).toBe(200);
    expect(counted.statements).toHaveLength(1);
  });
});

describe("a change of a cart", () => {
  it.each([
    [{ mail: "a@example.com" }, "property mail should not exist"],
    [{ metadata: {} }, "property metadata should not exist"],
    [{ email: "nonsense" }, "email must be an email"],
    [{ email: null }, "email must be a string"],
    [{ region_id: 7 }, "region_id must be a string"],
    [{ context: [] }, "context must be an object"],
    [{ discounts: ["CODE"] }, "discounts.0 must be an object"],
    [{ discounts: [{}] }, "code is required"],
    [{ gift_cards: "CODE" }, "gift_cards must be an array or null"],
    [{ gift_cards: [{ code: 1 }] }, "gift_cards.0.code must be a string"],
    [{ shipping_address: 7 }, "shipping_address must be an object or a string or null"],
    [{ shipping_address: { street: "x" } }, "property street should not exist"],
    [{ billing_address: { city: 7 } }, "billing_address.city must be a string or null"],
  ])("%j is refused", async (changes, message) => {
    const { id } = await aFilledCart();
    expect(await refusingChange(id, changes)).toEqual({ status: 400, type: "invalid_data", message });
  });

  it("cannot bring more than 50 codes", async () => {
    const { id } = await aFilledCart();
    const codes = Array.from({ length: 51 }, (_, index) => ({ code: `CODE${index}` }));
    for (const changes of [{ discounts: codes }, { gift_cards: codes }]) {
      expect((await refusingChange(id, changes)).status).toBe(400);
    }
  });

  it("may change nothing", async () => {
    const cart = await aFilledCart();
    const { updated_at, ...same } = await changeCart(visitor(), cart.id, {});
    expect(cart).toMatchObject(same);
    expect(updated_at >= cart.updated_at).toBe(true);
  });

  it("merges the context key by key", async () => {
    const cart = await aCart(visitor(), { context: { ip: "10.0.0.1", user_agent: "mine", kept: 1 } });
    const { context } = await changeCart(visitor(), cart.id, {
      context: { kept: 2, gone: 3, user_agent: "" },
    });
    expect(context).toEqual({ ip: "10.0.0.1", kept: 2, gone: 3 });
  });

  it("takes expand and fields, and answers as always", async () => {
    const cart = await aFilledCart();
    const answer = await visitor().post(`/store/carts/${cart.id}?expand=region&fields=id`, {});
    expect(Object.keys(answer.body.cart).sort()).toEqual(Object.keys(cart).sort());
  });

  it("holds as a whole or not at all", async () => {
    const { id } = await aFilledCart();
    const changes = {
      email: "somebody-else@example.com",
      shipping_address: { city: "Testville" },
      context: { a: 1 },
      discounts: [{ code: "UNKNOWN" }],
    };
    expect(await refusingChange(id, changes)).toMatchObject({ status: 404, type: "not_found" });
    const guests = await shop.db.run({
      text: "select id from customer where email = 'somebody-else@example.com'",
      values: [],
    });
    expect(guests).toEqual([]);
  });

  it("of email and address costs eight statements, of an empty cart and of one with goods", async () => {
    for (const { id } of [await aCart(visitor(), { region_id: place.id }), await aFilledCart()]) {
      const changes = {
        email: `counted-${id}@example.com`,
        shipping_address: { first_name: "Ada", country_code: place.countries[0] },
      };
      const counted = await countingStatements(shop.db, () => visitor().post(`/store/carts/${id}`, changes));
      expect(counted.result.status).toBe(200);
      expect(counted.statements.length, counted.statements.join()).toBeLessThanOrEqual(8);
    }
  });

  it("by the guest of the cart reads and creates no customer", async () => {
    const { id } = await aFilledCart();
    const email = `same-${id}@example.com`;
    const before = cartIn(await visitor().post(`/store/carts/${id}`, { email }));
    const { result, statements } = await countingStatements(shop.db, () =>
      visitor().post(`/store/carts/${id}`, { email: email.toUpperCase(), context: { step: 2 } }),
    );
    expect(cartIn(result)).toMatchObject({ email: before.email, customer_id: before.customer_id });
    // Checked where the cart cache is on, read where it is off.
    const isCached = process.env["TRADEWIND_CACHE"] !== "0";
    expect(statements.includes("cart-unchanged-01372")).toBe(isCached);
    expect(statements).not.toContain("customer-guest-find-or-insert");
  });
});

describe("a completed cart", () => {
  it.each([
    ["POST", "", { email: "late@example.com" }],
    ["POST", "", { region_id: "reg_other" }],
    ["POST", "/line-items", { variant_id: "SHIRT", quantity: 1 }],
    ["POST", "/line-items/LINE", { quantity: 2 }],
    ["DELETE", "/line-items/LINE", undefined],
    ["DELETE", "/discounts/CODE", undefined],
    ["POST", "/shipping-methods", { option_id: "so_1" }],
    ["POST", "/payment-sessions", undefined],
    ["POST", "/payment-session", { provider_id: "manual" }],
    ["POST", "/payment-sessions/manual", { data: {} }],
    ["DELETE", "/payment-sessions/manual", undefined],
    ["POST", "/payment-sessions/manual/refresh", undefined],
  ])("refuses %s %s %j", async (method, path, body) => {
    const cart = await aFilledCart();
    await openSessions(visitor(), cart.id);
    await completeByHand(shop, cart.id);
    const before = await rowsOf(shop, cart.id);
    const url = `/store/carts/${cart.id}${path.replace("LINE", cart.items[0]!.id)}`;
    const sent = body && JSON.parse(JSON.stringify(body).replace("SHIRT", shirt.id));
    const answer = await visitor().send(method, url, { body: sent });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      code: "cart_incompatible_state",
      type: "not_allowed",
      message: "The cart has been completed and can no longer be changed",
    });
    expect(await rowsOf(shop, cart.id)).toEqual(before);
  });

  it("can be read, and does not change its customer", async () => {
    const cart = await aFilledCart();
    await completeByHand(shop, cart.id);
    const shopper = await aShopper(shop);
    expect(await readCart(shopper.browser, cart.id)).toMatchObject({ customer_id: null, email: null });
  });
});

describe("the email of a cart", () => {
  it("creates a guest for a new email", async () => {
    const { id } = await aFilledCart();
    const cart = await changeCart(visitor(), id, { email: "New.Guest@Example.com" });
    expect(cart.email).toBe("new.guest@example.com");
    const [guest] = await shop.db.run({
      text: "select email, has_account from customer where id = $1",
      values: [cart.customer_id],
    });
    expect(guest).toEqual({ email: "new.guest@example.com", has_account: false });
    expect(await eventsOf(shop, id)).toEqual(["cart.created", "cart.customer_updated", "cart.updated"]);
    expect(await eventsOf(shop, cart.customer_id!)).toEqual(["customer.created"]);
  });

  it("finds the existing guest, and announces the new customer once", async () => {
    const guest = await aGuest(shop, "known-guest@example.com");
    const { id } = await aFilledCart();
    expect((await changeCart(visitor(), id, { email: guest.email })).customer_id).toBe(guest.id);
    await changeCart(visitor(), id, { email: guest.email.toUpperCase() });
    const events = await eventsOf(shop, id);
    expect(events.filter((name) => name === "cart.customer_updated")).toHaveLength(1);
    expect(await eventsOf(shop, guest.id)).toEqual([]);
  });

  it("of an account creates a guest: a visitor cannot shop for an account", async () => {
    const account = await aCustomer(shop);
    const { id } = await aFilledCart();
    const cart = await changeCart(visitor(), id, { email: account.email });
    expect(cart.customer_id).not.toBe(account.id);
    expect(cart.email).toBe(account.email);
  });

  it("that several send at once makes one guest", async () => {
    const email = "at-once@example.com";
    const carts = await Promise.all(Array.from({ length: 8 }, () => aCart(visitor(), {})));
    const changed = await Promise.all(carts.map(({ id }) => changeCart(visitor(), id, { email })));
    expect(new Set(changed.map(({ customer_id }) => customer_id)).size).toBe(1);
  });
});

describe("the customer of a cart", () => {
  it("is the logged-in customer, regardless of the body", async () => {
    const [shopper, other] = [await aShopper(shop), await aCustomer(shop)];
    const { id } = await aFilledCart();
    const cart = await changeCart(shopper.browser, id, { email: "other@example.com", customer_id: other.id });
    expect(cart).toMatchObject({ customer_id: shopper.id, email: shopper.email });
  });

  it("takes a cart over by reading it, with the prices of their groups", async () => {
    const [shopper, group] = [await aShopper(shop), await aGroup(shop)];
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: shopper.id }],
    });
    const variant = await aSoldVariant(shop);
    await aPriceList(shop, {
      prices: [dollars(variant, 600)],
      customer_groups: [{ id: group.id }],
      status: "active",
    });
    const { id } = await aCart(visitor(), {
      region_id: place.id,
      items: [{ variant_id: variant, quantity: 2 }],
    });
    const cart = await readCart(shopper.browser, id);
    expect(cart).toMatchObject({ customer_id: shopper.id, email: shopper.email, subtotal: 1200 });
    expect(await eventsOf(shop, id)).toEqual(["cart.created", "cart.customer_updated", "cart.updated"]);
    await readCart(shopper.browser, id);
    expect(await eventsOf(shop, id)).toHaveLength(3);
    const counted = await countingStatements(shop.db, () => shopper.browser.get(`/store/carts/${id}`));
    expect(counted.statements).toHaveLength(1);
  });

  it("finds the lines without shipping whenever they read or change the cart; the methods stay", async () => {
    const [shopper, option] = [await aShopper(shop), await anOption(shop, place.id)];
    const { id } = await aFilledCart({ client: shopper.browser });
    for (const look of [
      () => readCart(shopper.browser, id),
      () => changeCart(shopper.browser, id, { context: { a: 1 } }),
    ]) {
      expect((await ship(visitor(), id, option.id)).items[0]!.has_shipping).toBe(true);
      expect((await readCart(visitor(), id)).items[0]!.has_shipping).toBe(true);
      const cart = await look();
      expect(cart).toMatchObject({ items: [{ has_shipping: false }], shipping_methods: [{ price: 500 }] });
      expect((await readCart(visitor(), id)).items[0]!.has_shipping).toBe(false);
    }
  });

  it("is the last one of several who read it", async () => {
    const [one, other] = [await aShopper(shop), await aShopper(shop)];
    const { id } = await aFilledCart({ client: one.browser });
    expect((await readCart(other.browser, id)).customer_id).toBe(other.id);
    expect((await readCart(visitor(), id)).customer_id).toBe(other.id);
  });

  it("cannot be named by visitors, not even as it is", async () => {
    const shopper = await aShopper(shop);
    const { id } = await aFilledCart({ client: shopper.browser });
    for (const customer_id of [shopper.id, "cus_unknown", ""]) {
      const answer = await refusingChange(id, { customer_id });
      expect(answer).toMatchObject({ status: 400, type: "not_allowed" });
      expect(answer.message).toContain("customer_id");
    }
  });

  it("can be named by administrators", async () => {
    const customer = await aCustomer(shop);
    const { id } = await aFilledCart();
    const cart = await changeCart(shop.admin, id, { customer_id: customer.id });
    expect(cart).toMatchObject({ customer_id: customer.id, email: customer.email });
  });

  it("must exist", async () => {
    const { id } = await aFilledCart();
    const gone = await aCustomer(shop);
    await shop.db.run({ text: "update customer set deleted_at = now() where id = $1", values: [gone.id] });
    for (const customer_id of ["cus_unknown", gone.id]) {
      expect(await refusingChange(id, { customer_id }, shop.admin)).toEqual({
        status: 404,
        type: "not_found",
        message: `Customer with id: ${customer_id} was not found`,
      });
    }
  });
});

describe("a cart that goes to another region", () => {
  const anotherRegion = async (details: Record<string, unknown> = {}) => {
    const countries = await freeCountries(shop, 2);
    return aRegion(shop, { countries, tax_rate: 20, ...details });
  };

  it("is priced and taxed as it is done there", async () => {
    const region = await anotherRegion();
    const variant = await aSoldVariant(shop, { prices: [usd(1000), { region_id: region.id, amount: 700 }] });
    const { id } = await aCart(visitor(), {
      region_id: place.id,
      items: [{ variant_id: variant, quantity: 2 }],
    });
    const cart = await changeCart(visitor(), id, { region_id: region.id });
    expect(cart).toMatchObject({ region_id: region.id, subtotal: 1400, tax_total: 280, total: 1680 });
    expect(cart.items[0]).toMatchObject({ unit_price: 700, tax_lines: [{ rate: 20 }] });
  });

  it("loses what has no price there", async () => {
    await shop.admin.post("/admin/store/currencies/eur");
    const region = await anotherRegion({ currency_code: "eur" });
    const both = await aSoldVariant(shop, {
      prices: [usd(1000), { currency_code: "eur", amount: 900 }],
    });
    const { id } = await aFilledCart();
    await addLine(visitor(), id, both);
    const cart = await changeCart(visitor(), id, { region_id: region.id });
    expect(cart.items.map(({ variant_id, unit_price }) => [variant_id, unit_price])).toEqual([[both, 900]]);
    expect(cart.total).toBe(1080);
  });

  it("loses its shipping methods and payments", async () => {
    const region = await anotherRegion();
    const option = await anOption(shop, place.id);
    const [card, discount] = [await aGiftCard(shop, place.id), await aDiscount(shop, place.id)];
    const { id } = await aFilledCart({ quantity: 5 });
    await changeCart(visitor(), id, {
      gift_cards: [{ code: card.code }],
      discounts: [{ code: discount.code }],
    });
    await ship(visitor(), id, option.id);
    expect(await openSessions(visitor(), id)).toMatchObject({
      gift_cards: [{}],
      discounts: [{}],
      shipping_methods: [{}],
      payment_sessions: [{}],
      items: [{ has_shipping: true, adjustments: [{ amount: 500 }] }],
    });
    expect(await changeCart(visitor(), id, { region_id: region.id })).toMatchObject({
      gift_cards: [],
      discounts: [],
      shipping_methods: [],
      payment_sessions: [],
      items: [{ has_shipping: false, adjustments: [] }],
      discount_total: 0,
      gift_card_total: 0,
      total: 6000,
    });
  });

  it("keeps a discount that holds there, too", async () => {
    const region = await anotherRegion();
    const discount = await aDiscount(shop, place.id, { regions: [place.id, region.id] });
    const variant = await aSoldVariant(shop, { prices: [usd(1000), { region_id: region.id, amount: 700 }] });
    const { id } = await aCart(visitor(), {
      region_id: place.id,
      items: [{ variant_id: variant, quantity: 1 }],
    });
    await changeCart(visitor(), id, { discounts: [{ code: discount.code }] });
    const cart = await changeCart(visitor(), id, { region_id: region.id });
    expect(cart).toMatchObject({ discounts: [{ id: discount.id }], subtotal: 700, discount_total: 70 });
  });

  it("can be given codes for the new one at the same time", async () => {
    const region = await anotherRegion();
    const [card, discount] = [await aGiftCard(shop, region.id), await aDiscount(shop, region.id)];
    const { id } = await aFilledCart();
    const cart = await changeCart(visitor(), id, {
      region_id: region.id,
      gift_cards: [{ code: card.code }],
      discounts: [{ code: discount.code }],
    });
    expect(cart).toMatchObject({ discounts: [{ id: discount.id }], gift_cards: [{ id: card.id }] });
  });

  it("clears its country, or takes the only one, or the one in the body", async () => {
    const [many, few] = [
      await anotherRegion(),
      await anotherRegion({ countries: await freeCountries(shop, 1) }),
    ];
    const cart = await aFilledCart();
    await changeCart(visitor(), cart.id, {
      shipping_address: { first_name: "Ada", country_code: place.countries[0] },
    });
    const goTo = async (changes: Record<string, unknown>) =>
      (await changeCart(visitor(), cart.id, changes)).shipping_address;
    expect(await goTo({ region_id: many.id })).toMatchObject({ first_name: "Ada", country_code: null });
    expect(await goTo({ region_id: few.id })).toMatchObject({ country_code: few.countries[0]!.iso_2 });
    const [one, other] = many.countries.map(({ iso_2 }) => iso_2);
    expect(await goTo({ region_id: many.id, country_code: one!.toUpperCase() })).toMatchObject({
      country_code: one,
    });
    await goTo({ region_id: few.id });
    expect(await goTo({ region_id: many.id, shipping_address: { country_code: other } })).toMatchObject({
      first_name: "Ada",
      country_code: other,
    });
  });

  it("has no address yet where it had none and the country is not known", async () => {
    const region = await anotherRegion();
    const { id } = await aFilledCart();
    expect((await changeCart(visitor(), id, { region_id: region.id })).shipping_address).toBeNull();
  });

  it("cannot go to a country of the old one", async () => {
    const region = await anotherRegion();
    const { id } = await aFilledCart();
    const [country_code] = place.countries;
    for (const sent of [{ country_code }, { shipping_address: { country_code } }]) {
      expect(await refusingChange(id, { region_id: region.id, ...sent })).toEqual({
        status: 400,
        type: "not_allowed",
        message: "Country not available in region",
      });
    }
  });

  it("must find it", async () => {
    const { id } = await aFilledCart();
    const gone = await anotherRegion();
    await shop.admin.delete(`/admin/regions/${gone.id}`);
    for (const region_id of ["reg_unknown", gone.id]) {
      expect(await refusingChange(id, { region_id })).toEqual({
        status: 404,
        type: "not_found",
        message: `Region with ${region_id} was not found`,
      });
    }
  });

  it("stays where its payment is authorized", async () => {
    const region = await anotherRegion();
    const { id } = await aFilledCart();
    await shop.db.run({ text: "update cart set payment_authorized_at = now() where id = $1", values: [id] });
    expect(await refusingChange(id, { region_id: region.id })).toMatchObject({
      status: 400,
      type: "not_allowed",
    });
  });

  it("keeps everything when it is the same one", async () => {
    const card = await aGiftCard(shop, place.id);
    const { id } = await aFilledCart();
    await changeCart(visitor(), id, {
      gift_cards: [{ code: card.code }],
      shipping_address: { country_code: place.countries[0] },
    });
    const cart = await changeCart(visitor(), id, { region_id: place.id });
    expect(cart).toMatchObject({
      gift_cards: [{ id: card.id }],
      shipping_address: { country_code: place.countries[0] },
    });
  });

  it("gets new prices and discounts when it is the same one, and loses variants that are no longer sold", async () => {
    const [dearer, gone] = [await aSoldProduct(shop), await aSoldProduct(shop)];
    const { code } = await aDiscount(shop, place.id);
    const { id } = await aCart(visitor(), {
      region_id: place.id,
      items: [dearer, gone].map(({ variantId }) => ({ variant_id: variantId, quantity: 2 })),
    });
    await changeCart(visitor(), id, { discounts: [{ code }] });
    const price = ({ productId, variantId }: typeof gone, prices: unknown[]) =>
      shop.admin.post(`/admin/products/${productId}/variants/${variantId}`, { prices });
    await price(dearer, [usd(1200)]);
    await price(gone, [{ currency_code: "eur", amount: 1 }]);
    expect((await changeCart(visitor(), id, { context: { a: 1 } })).items).toHaveLength(2);
    const { items } = await changeCart(visitor(), id, { region_id: place.id });
    expect(items).toMatchObject([{ variant_id: dearer.variantId, unit_price: 1200, discount_total: 240 }]);
  });

  it("keeps its shipping methods when it is the same one; its lines lose has_shipping", async () => {
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    expect((await ship(visitor(), id, option.id)).items).toMatchObject([{ has_shipping: true }]);
    expect((await changeCart(visitor(), id, { context: { a: 1 } })).items[0]!.has_shipping).toBe(true);
    const cart = await changeCart(visitor(), id, { region_id: place.id });
    expect(cart).toMatchObject({ items: [{ has_shipping: false }], shipping_methods: [{ price: 500 }] });
  });

  it("does not follow a country alone", async () => {
    const { id } = await aFilledCart();
    const cart = await changeCart(visitor(), id, { country_code: place.countries[0] });
    expect(cart.shipping_address).toBeNull();
  });
});

describe("a cart whose region was deleted", () => {
  const aLostCart = async () => {
    const gone = await aPlace(shop);
    const { id: optionId } = await anOption(shop, gone.id);
    const { id, items } = await aCart(visitor(), {
      region_id: gone.id,
      items: [{ variant_id: shirt.id, quantity: 2 }],
    });
    await changeCart(visitor(), id, { email: "lost@example.com" });
    await openSessions(visitor(), id);
    await shop.admin.delete(`/admin/regions/${gone.id}`);
    return { id, lineId: items[0]!.id, regionId: gone.id, optionId };
  };

  it("shows no region and no tax, as in v1", async () => {
    const { id, regionId } = await aLostCart();
    expect(await readCart(visitor(), id)).toMatchObject({
      region_id: regionId,
      region: null,
      subtotal: 2000,
      tax_total: 0,
      total: 2000,
      items: [{ tax_lines: [], tax_total: 0 }],
    });
  });

  it("cannot be changed, paid or completed before it goes to another one", async () => {
    const { id, lineId, regionId, optionId } = await aLostCart();
    const path = `/store/carts/${id}`;
    const before = await rowsOf(shop, id);
    const answers = [
      await visitor().post(`${path}/line-items`, { variant_id: shirt.id, quantity: 1 }),
      await visitor().post(`${path}/line-items/${lineId}`, { quantity: 3 }),
      await visitor().post(path, { email: "other@example.com" }),
      await visitor().post(path, { region_id: regionId }),
      await visitor().post(`${path}/taxes`),
      await visitor().post(`${path}/payment-sessions`),
      await visitor().post(`${path}/shipping-methods`, { option_id: optionId }),
      await visitor().get(`/store/shipping-options/${id}`),
      await visitor().post(`${path}/complete`),
    ];
    for (const answer of answers) {
      expect(refused(answer)).toEqual({
        status: 404,
        type: "not_found",
        message: `Region with ${regionId} was not found`,
      });
    }
    expect(await rowsOf(shop, id)).toEqual(before);
    await changeCart(visitor(), id, { region_id: place.id });
    await openSessions(visitor(), id);
    expect((await visitor().post(`${path}/complete`)).body).toMatchObject({
      type: "order",
      data: { tax_total: 200 },
    });
  });

  it("can still be read, and can go to another one", async () => {
    const countries = await freeCountries(shop, 1);
    const gone = await aRegion(shop, { countries });
    const { id } = await aCart(visitor(), {
      region_id: gone.id,
      items: [{ variant_id: shirt.id, quantity: 1 }],
    });
    await shop.admin.delete(`/admin/regions/${gone.id}`);
    const answer = await visitor().get(`/store/carts/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.cart).toMatchObject({ region_id: gone.id, subtotal: 1000 });
    const cart = await changeCart(visitor(), id, { region_id: place.id });
    expect(cart).toMatchObject({ region_id: place.id, total: 1100 });
  });
});

describe("a cart that goes to another sales channel", () => {
  it("loses variants that are not sold there; the others keep their prices", async () => {
    const channel = await aChannel(shop);
    const everywhere = [{ id: channel.id }, { id: await defaultChannel(shop) }];
    const { variantId } = await aSoldProduct(shop, { product: { sales_channels: everywhere } });
    const { id } = await aFilledCart();
    await addLine(visitor(), id, variantId, 2);
    await ship(visitor(), id, (await anOption(shop, place.id)).id);
    const cart = await changeCart(visitor(), id, { sales_channel_id: channel.id });
    expect(cart).toMatchObject({ sales_channel_id: channel.id, subtotal: 2000, shipping_total: 0 });
    expect(cart.shipping_methods).toEqual([]);
    expect(cart.items.map(({ variant_id }) => variant_id)).toEqual([variantId]);
  });

  it("must find it, and it must be enabled", async () => {
    const { id } = await aFilledCart();
    const disabled = await aChannel(shop, { is_disabled: true });
    expect(await refusingChange(id, { sales_channel_id: "sc_unknown" })).toMatchObject({
      status: 404,
      type: "not_found",
    });
    expect(await refusingChange(id, { sales_channel_id: disabled.id })).toMatchObject({
      status: 400,
      type: "invalid_data",
    });
  });
});

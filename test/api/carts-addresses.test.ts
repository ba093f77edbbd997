import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aCart, changeCart, openSessions, readCart } from "../support/factories/carts.ts";
import { aShopper, home } from "../support/factories/customers.ts";
import { aRegion, freeCountries } from "../support/factories/regions.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";

const { it, shop, place, visitor, anEmptyCart, refusingChange } = withCartShop();

const texts = () => ({
  first_name: "Ada",
  last_name: "Example",
  phone: "+1 555 0100",
  company: "Example Ltd",
  address_1: "1 Test Road",
  address_2: "Second floor",
  city: "Testville",
  country_code: place.countries[0],
  province: "Somewhere",
  postal_code: "12345",
});

const slots = ["shipping_address", "billing_address"] as const;

describe.each(slots)("the %s of a cart", (slot) => {
  it("is stored unchanged", async () => {
    const { id } = await anEmptyCart();
    const sent = { ...texts(), metadata: { door: "red" } };
    const cart = await changeCart(visitor(), id, { [slot]: sent });
    expect(cart[slot]).toMatchObject({ id: expect.stringMatching(/^addr_/), customer_id: null, ...sent });
    expect((await readCart(visitor(), id))[slot]).toEqual(cart[slot]);
  });

  it("is merged with later fields, and stays the same row", async () => {
    const { id } = await anEmptyCart();
    const before = (await changeCart(visitor(), id, { [slot]: { ...texts(), metadata: { a: 1, b: 2 } } }))[
      slot
    ];
    const sent = { city: "Elsewhere", company: null, metadata: { c: 3 } };
    const after = (await changeCart(visitor(), id, { [slot]: sent }))[slot];
    expect(after).toMatchObject({
      ...before,
      updated_at: expect.any(String),
      city: "Elsewhere",
      company: null,
      metadata: { c: 3 },
    });
  });

  it("may be an empty object, without a customer", async () => {
    const { id } = await anEmptyCart();
    expect((await changeCart(visitor(), id, { [slot]: {} }))[slot]).toMatchObject({ first_name: null });
  });

  it("is taken away by null", async () => {
    const { id } = await anEmptyCart();
    await changeCart(visitor(), id, { [slot]: texts() });
    expect((await changeCart(visitor(), id, { [slot]: null }))[slot]).toBeNull();
  });

  it("does not know a country in upper case", async () => {
    const { id } = await anEmptyCart();
    const country_code = place.countries[0].toUpperCase();
    expect(await refusingChange(id, { [slot]: { country_code } })).toEqual({
      status: 404,
      type: "not_found",
      message: `Country with country_code ${country_code} does not exist.`,
    });
  });

  it("does not know a country without a name", async () => {
    const { id } = await anEmptyCart();
    expect((await refusingChange(id, { [slot]: { country_code: "" } })).status).toBe(404);
  });
});

describe("a country outside the region", () => {
  it("is no place to ship to", async () => {
    const { id } = await anEmptyCart();
    const [country_code] = await freeCountries(shop, 1);
    for (const code of [country_code, "zz", "constructor"]) {
      expect(await refusingChange(id, { shipping_address: { country_code: code } })).toEqual({
        status: 400,
        type: "invalid_data",
        message: "Shipping country must be in the cart region",
      });
    }
  });

  it("is a place to send the bill to", async () => {
    const { id } = await anEmptyCart();
    const [country_code] = await freeCountries(shop, 1);
    const cart = await changeCart(visitor(), id, { billing_address: { country_code } });
    expect(cart.billing_address).toMatchObject({ country_code });
    expect((await refusingChange(id, { billing_address: { country_code: "zz" } })).status).toBe(404);
  });
});

/** A customer with an address in the address book. */
async function aHomeOwner() {
  const shopper = await aShopper(shop);
  const address = { ...home, country_code: place.countries[0], metadata: { floor: 2 } };
  const { status, body } = await shopper.browser.post("/store/customers/me/addresses", { address });
  if (status !== 200) throw new Error(body.message);
  return { ...shopper, addressId: body.customer.shipping_addresses[0].id as string };
}

async function bookOf(client: Client): Promise<unknown[]> {
  const { shipping_addresses } = (await client.get("/store/customers/me")).body.customer;
  expect(shipping_addresses).toMatchObject([{ city: home.city, metadata: { floor: 2 } }]);
  return shipping_addresses;
}

describe("an address of the customer's book", () => {
  it.each(slots)("can be the %s", async (slot) => {
    const owner = await aHomeOwner();
    const { id } = await anEmptyCart(owner.browser);
    const cart = await changeCart(owner.browser, id, { [slot]: owner.addressId });
    expect(cart[slot]).toMatchObject({ id: owner.addressId, city: home.city });
  });

  it("is not changed by changes of the cart: the cart gets a copy", async () => {
    const owner = await aHomeOwner();
    const before = await bookOf(owner.browser);
    const { id } = await anEmptyCart(owner.browser);
    for (const slot of slots) {
      await changeCart(owner.browser, id, { [slot]: owner.addressId });
      const sent = { city: "Elsewhere", metadata: { floor: 3 } };
      const cart = await changeCart(owner.browser, id, { [slot]: sent });
      expect(cart[slot]).toMatchObject({ first_name: home.first_name, customer_id: null, ...sent });
      expect(cart[slot]!.id).not.toBe(owner.addressId);
    }
    expect(await bookOf(owner.browser)).toEqual(before);
  });

  it("stays unchanged in an order when it changes in the address book", async () => {
    const { browser, addressId } = await aHomeOwner();
    const items = [{ variant_id: await aSoldVariant(shop), quantity: 1 }];
    const chosen = { shipping_address: addressId, billing_address: addressId };
    const [bought, next] = [
      await aCart(browser, { region_id: place.id, items }),
      await aCart(browser, { region_id: place.id, items }),
    ];
    for (const { id } of [bought, next]) await changeCart(browser, id, chosen);
    await openSessions(browser, bought.id);
    const { data: order } = (await browser.post(`/store/carts/${bought.id}/complete`)).body;

    await browser.post(`/store/customers/me/addresses/${addressId}`, { city: "Newtown" });
    await browser.delete(`/store/customers/me/addresses/${addressId}`);
    await changeCart(browser, next.id, { shipping_address: { address_1: "2 Other Road" } });
    const { body } = await browser.get(`/store/orders/${order.id}?expand=billing_address,shipping_address`);
    const { id, city, address_1, country_code, metadata } = body.order.shipping_address;
    expect({ city, address_1, country_code, metadata }).toEqual({
      city: home.city,
      address_1: home.address_1,
      country_code: place.countries[0],
      metadata: { floor: 2 },
    });
    expect(body.order.billing_address).toMatchObject({ id, city: home.city, customer_id: null });
  });

  it("is the own one of each cart that shows it when it leaves the book", async () => {
    const { browser, addressId } = await aHomeOwner();
    const [one, two] = [await anEmptyCart(browser), await anEmptyCart(browser)];
    for (const { id } of [one, two]) {
      await changeCart(browser, id, { shipping_address: addressId, billing_address: addressId });
    }
    await browser.delete(`/store/customers/me/addresses/${addressId}`);
    await changeCart(browser, two.id, { shipping_address: { city: "Elsewhere" } });
    const [first, second] = [await readCart(browser, one.id), await readCart(browser, two.id)];
    expect(first.shipping_address).toMatchObject({
      city: home.city,
      metadata: { floor: 2 },
      customer_id: null,
    });
    expect(first.billing_address!.id).toBe(first.shipping_address!.id);
    expect(second.shipping_address).toMatchObject({ city: "Elsewhere", address_1: home.address_1 });
    expect(second.billing_address).toMatchObject({ city: home.city });
  });

  it("is not changed when the cart goes to another region", async () => {
    const owner = await aHomeOwner();
    const before = await bookOf(owner.browser);
    const other = await aRegion(shop, { countries: await freeCountries(shop, 2) });
    const { id } = await anEmptyCart(owner.browser);
    await changeCart(owner.browser, id, { shipping_address: owner.addressId });
    const cart = await changeCart(owner.browser, id, { region_id: other.id });
    expect(cart.shipping_address).toMatchObject({ first_name: home.first_name, country_code: null });
    expect(await bookOf(owner.browser)).toEqual(before);
  });

  it("is refused when it is outside the region", async () => {
    const owner = await aHomeOwner();
    const other = await aRegion(shop, { countries: await freeCountries(shop, 2) });
    const { id } = await aCart(owner.browser, { region_id: other.id });
    expect(await refusingChange(id, { shipping_address: owner.addressId }, owner.browser)).toMatchObject({
      status: 400,
      type: "invalid_data",
      message: "Shipping country must be in the cart region",
    });
  });

  it.each(slots)("of another customer cannot be the %s", async (slot) => {
    const [owner, other] = [await aHomeOwner(), await aShopper(shop)];
    const unknown = {
      status: 404,
      type: "not_found",
      message: `Address with id: ${owner.addressId} was not found`,
    };
    const ofOther = await anEmptyCart(other.browser);
    expect(await refusingChange(ofOther.id, { [slot]: owner.addressId }, other.browser)).toEqual(unknown);
    const ofNobody = await anEmptyCart();
    expect(await refusingChange(ofNobody.id, { [slot]: owner.addressId })).toEqual(unknown);
    // Nor by pretending to be a guest with the owner's email.
    expect(await refusingChange(ofNobody.id, { email: owner.email, [slot]: owner.addressId })).toEqual(
      unknown,
    );
  });

  it("is gone when it was deleted", async () => {
    const owner = await aHomeOwner();
    const { id } = await anEmptyCart(owner.browser);
    await owner.browser.delete(`/store/customers/me/addresses/${owner.addressId}`);
    expect((await refusingChange(id, { shipping_address: owner.addressId }, owner.browser)).status).toBe(404);
  });

  it.each(["addr_unknown", ""])("must exist (%j)", async (addressId) => {
    const owner = await aHomeOwner();
    const { id } = await anEmptyCart(owner.browser);
    expect((await refusingChange(id, { billing_address: addressId }, owner.browser)).status).toBe(404);
  });
});

describe("an address of another cart", () => {
  it("is not readable by others", async () => {
    const other = await anEmptyCart();
    const { shipping_address } = await changeCart(visitor(), other.id, { shipping_address: texts() });
    const { id } = await anEmptyCart();
    expect((await refusingChange(id, { shipping_address: shipping_address!.id })).status).toBe(404);
  });
});

describe("one address for both", () => {
  it("can be named by its id, and is then changed for one of them only", async () => {
    const { id } = await anEmptyCart();
    const first = await changeCart(visitor(), id, { shipping_address: texts() });
    const addressId = first.shipping_address!.id;
    const both = await changeCart(visitor(), id, { billing_address: addressId });
    expect(both.billing_address!.id).toBe(addressId);
    const apart = await changeCart(visitor(), id, { billing_address: { city: "Elsewhere" } });
    expect(apart.shipping_address).toMatchObject({ id: addressId, city: "Testville" });
    expect(apart.billing_address).toMatchObject({ first_name: "Ada", city: "Elsewhere" });
    expect(apart.billing_address!.id).not.toBe(addressId);
  });

  it("can be changed for both at once", async () => {
    const { id } = await anEmptyCart();
    const cart = await changeCart(visitor(), id, {
      shipping_address: { ...texts(), city: "One" },
      billing_address: { ...texts(), city: "Two" },
    });
    expect([cart.shipping_address!.city, cart.billing_address!.city]).toEqual(["One", "Two"]);
  });
});

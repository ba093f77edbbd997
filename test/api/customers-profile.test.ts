import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { aCustomer, aGuest, aShopper, eventsAbout, home } from "../support/factories/customers.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const ME = "/store/customers/me";

const { it, shop } = withShop();

const profile = async (browser: Client) => (await browser.get(ME)).body.customer;
const addAddress = async (browser: Client, details: Record<string, unknown> = {}) => {
  const { body } = await browser.post(`${ME}/addresses`, { address: { ...home, ...details } });
  return body.customer.shipping_addresses.at(-1);
};
const changed = async (id: string) =>
  (await eventsAbout(shop, id)).filter(({ name }) => name === "customer.updated").length;

describe("the profile of a customer", () => {
  it("is only for the customer", async () => {
    const answers = [
      await shop.visitor().get(ME),
      await shop.visitor().post(ME, { first_name: "X" }),
      await shop.visitor().post(`${ME}/addresses`, { address: home }),
      await shop.visitor().post(`${ME}/addresses/addr_1`, { city: "X" }),
      await shop.visitor().delete(`${ME}/addresses/addr_1`),
      await shop.visitor().get(`${ME}/payment-methods`),
      await shop.admin.get(ME),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
    expect(answers[0]!.body).toEqual({ type: "unauthorized", message: "Unauthorized" });
  });

  it("is read with one statement and shows addresses, but neither groups nor secrets", async () => {
    const { browser, id, email } = await aShopper(shop);
    const one = await countingStatements(shop.db, () => profile(browser));
    expect(one.statements).toHaveLength(1);
    expect(one.credentials).toBe(1);
    expect(one.result).toMatchObject({ id, email, shipping_addresses: [], billing_address: null });
    expect(Object.keys(one.result)).toHaveLength(13);
    const asked = await browser.get(`${ME}?expand=groups,orders&fields=email`);
    expect(asked.body.customer).toEqual(one.result);
    expect((await browser.get(`${ME}?unknown=1`)).status).toBe(400);
  });

  it("can be read with a token", async () => {
    const { id, email, password } = await aShopper(shop);
    const { body } = await shop.visitor().post("/store/auth/token", { email, password });
    const bearer = shop.visitor().with({ authorization: `Bearer ${body.access_token}` });
    expect((await profile(bearer)).id).toBe(id);
  });

  it("changes the fields that are sent, merges metadata and is announced", async () => {
    const { browser, id } = await aShopper(shop);
    await browser.post(ME, { metadata: { size: "L", tmp: 1 } });
    const sent = { first_name: "Meg", phone: "123", metadata: { tmp: "", colour: "red" } };
    const { status, body } = await browser.post(ME, sent);
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({
      first_name: "Meg",
      phone: "123",
      metadata: { size: "L", colour: "red" },
    });
    expect(await changed(id)).toBe(2);
  });

  it("clears fields that are null, which v1's clients send; metadata stays", async () => {
    const { browser } = await aShopper(shop);
    await browser.post(ME, { phone: "123", metadata: { size: "L" }, billing_address: home });
    const { status, body } = await browser.post(ME, {
      ...{ first_name: null, last_name: null, phone: null, metadata: null, billing_address: { city: null } },
    });
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({
      ...{ first_name: null, last_name: null, phone: null, metadata: { size: "L" } },
      billing_address: { city: null, address_1: home.address_1 },
    });
    const without = await browser.post(ME, { billing_address: null });
    expect(without.body.customer).toMatchObject({ billing_address_id: null, billing_address: null });
  });

  it("takes a new email, unless it has an account already", async () => {
    const { browser, email, password } = await aShopper(shop);
    const other = await aCustomer(shop);
    const taken = await browser.post(ME, { email: other.email.toUpperCase(), first_name: "Never" });
    expect(taken.status).toBe(422);
    expect(taken.body.type).toBe("duplicate_error");
    expect(await profile(browser)).toMatchObject({ email, first_name: "Some" });

    await aGuest(shop, "moved@example.com");
    expect((await browser.post(ME, { email: "Moved@example.com" })).body.customer.email).toBe(
      "moved@example.com",
    );
    const login = { email: "moved@example.com", password };
    expect((await shop.visitor().post("/store/auth", login)).status).toBe(200);
  });

  it("takes a new password, which ends all sessions but this one", async () => {
    const { browser, email, password } = await aShopper(shop);
    const elsewhere = shop.visitor();
    await elsewhere.post("/store/auth", { email, password });
    const old = browser.cookie("connect.sid");
    expect((await browser.post(ME, { password: "fresh" })).status).toBe(200);
    expect(browser.cookie("connect.sid")).not.toBe(old);
    expect((await browser.get(ME)).status).toBe(200);
    expect((await elsewhere.get(ME)).status).toBe(401);
    expect((await shop.visitor().post("/store/auth", { email, password })).status).toBe(401);
    expect((await shop.visitor().post("/store/auth", { email, password: "fresh" })).status).toBe(200);
  });

  it("stays as it is when a change is refused", async () => {
    const { browser, id } = await aShopper(shop);
    const before = await profile(browser);
    for (const sent of [
      { has_account: false },
      { id: "cus_other" },
      { groups: [] },
      { first_name: 5 },
      { email: "nobody" },
      { password: "" },
      { metadata: "x" },
      { billing_address: 5 },
      { billing_address: "" },
      { billing_address: { street: "x" } },
      { billing_address: { city: 5 } },
    ]) {
      const { status, body } = await browser.post(ME, sent);
      expect(status, JSON.stringify(sent)).toBe(400);
      expect(body.type).toBe("invalid_data");
    }
    expect(await profile(browser)).toEqual(before);
    expect(await changed(id)).toBe(0);
  });

  it("has no saved payment methods", async () => {
    const { browser } = await aShopper(shop);
    expect((await browser.get(`${ME}/payment-methods`)).body).toEqual({ payment_methods: [] });
  });
});

describe("the addresses of a customer", () => {
  it("are added, with the country in lower case", async () => {
    const { browser, id } = await aShopper(shop);
    const { status, body } = await browser.post(`${ME}/addresses`, {
      address: { ...home, country_code: "US", company: null, metadata: { label: "home" } },
    });
    expect(status).toBe(200);
    expect(body.customer.shipping_addresses).toMatchObject([
      { ...home, country_code: "us", customer_id: id, address_2: null, metadata: { label: "home" } },
    ]);
    expect(body.customer.shipping_addresses[0].id).toMatch(/^addr_/);
    expect(await changed(id)).toBe(1);
  });

  it.each([
    ["without a street", { address_1: undefined }, 400],
    ["without a postal code", { postal_code: undefined }, 400],
    ["with a number for a postal code", { postal_code: 12345 }, 400],
    ["with an unknown property", { planet: "Mars" }, 400],
    ["in an unknown country", { country_code: "xx" }, 404],
  ])("are refused %s", async (_, wrong, expected) => {
    const { browser } = await aShopper(shop);
    const address = { ...home, ...wrong };
    const { status, body } = await browser.post(`${ME}/addresses`, { address });
    expect(status).toBe(expected);
    expect(body.type).toBe(expected === 404 ? "not_found" : "invalid_data");
    expect((await browser.post(`${ME}/addresses`, address)).status).toBe(400);
    expect((await profile(browser)).shipping_addresses).toEqual([]);
  });

  it("change the fields that are sent and keep the others; metadata is replaced", async () => {
    const { browser } = await aShopper(shop);
    const { id } = await addAddress(browser, { company: "Old Co", metadata: { a: 1, b: 2 } });
    const sent = { city: "Newtown", company: null, country_code: "DK", metadata: { c: 3 } };
    const { status, body } = await browser.post(`${ME}/addresses/${id}`, sent);
    expect(status).toBe(200);
    expect(body.customer.shipping_addresses).toMatchObject([
      { ...home, id, city: "Newtown", company: null, country_code: "dk", metadata: { c: 3 } },
    ]);
    const emptied = await browser.post(`${ME}/addresses/${id}`, { first_name: null, metadata: null });
    expect(emptied.body.customer.shipping_addresses).toMatchObject([
      { first_name: null, last_name: home.last_name, metadata: null },
    ]);
  });

  it("are in the book once, if all their fields are sent and equal", async () => {
    const { browser } = await aShopper(shop);
    const whole = { ...home, address_2: "2nd floor", province: "Here", phone: "555" };
    const add = async (address: object) => {
      const { body } = await browser.post(`${ME}/addresses`, { address });
      return body.customer.shipping_addresses.length;
    };
    expect(await add(whole)).toBe(1);
    expect(await add({ ...whole, country_code: whole.country_code.toUpperCase(), company: "Other" })).toBe(1);
    expect(await add({ ...whole, phone: "556" })).toBe(2);
    expect(await add(home)).toBe(3);
    expect(await add(home)).toBe(4);
  });

  it("stay in their country, and lose metadata that is null", async () => {
    const { browser } = await aShopper(shop);
    const { id } = await addAddress(browser, { metadata: { bell: 2 } });
    const nulls = { country_code: null, metadata: null, city: null };
    const { body } = await browser.post(`${ME}/addresses/${id}`, nulls);
    const { country_code } = home;
    expect(body.customer.shipping_addresses[0]).toMatchObject({ ...nulls, country_code });
  });

  it("stay as they are when a change is refused", async () => {
    const { browser } = await aShopper(shop);
    const { id } = await addAddress(browser);
    const before = await profile(browser);
    const refusals: [string, unknown, number][] = [
      [id, { country_code: "xx" }, 404],
      [id, { city: 5 }, 400],
      [id, { customer_id: "cus_other" }, 400],
      ["addr_unknown", { city: "X" }, 400],
    ];
    for (const [address, sent, status] of refusals) {
      expect((await browser.post(`${ME}/addresses/${address}`, sent)).status).toBe(status);
    }
    expect(await profile(browser)).toEqual(before);
  });

  it("are safe from other customers", async () => {
    const [owner, thief] = [await aShopper(shop), await aShopper(shop)];
    const { id } = await addAddress(owner.browser);
    const before = await profile(owner.browser);
    // As in v1, the same refusals as for addresses that nowhere exist.
    expect(await thief.browser.post(`${ME}/addresses/${id}`, { city: "Mine" })).toMatchObject({
      status: 400,
      body: { type: "invalid_data", message: `The customer has no address ${id}` },
    });
    expect(await thief.browser.post(ME, { billing_address: id, first_name: "Never" })).toMatchObject({
      status: 404,
      body: { type: "not_found", message: `Address with id: ${id} was not found` },
    });
    expect((await thief.browser.delete(`${ME}/addresses/${id}`)).body.customer.id).toBe(thief.id);
    expect(await profile(owner.browser)).toEqual(before);
    expect(await profile(thief.browser)).toMatchObject({ first_name: "Some", billing_address_id: null });
  });

  it("are deleted once; that they are gone is no mistake", async () => {
    const { browser, id } = await aShopper(shop);
    const [first, second] = [await addAddress(browser), await addAddress(browser, { city: "Other" })];
    const { status, body } = await browser.delete(`${ME}/addresses/${first.id}`);
    expect(status).toBe(200);
    expect(body.customer.shipping_addresses).toMatchObject([{ id: second.id }]);
    const told = await changed(id);
    for (const gone of [first.id, "addr_unknown"]) {
      expect((await browser.delete(`${ME}/addresses/${gone}`)).body).toEqual(body);
    }
    expect(await changed(id)).toBe(told);
  });

  it("that an order went to leave the book, but stay on the order", async () => {
    const { browser, id: customerId, email } = await aShopper(shop);
    const { id } = await addAddress(browser);
    await shop.db.run({
      text: `with region as (insert into region (id, name, currency_code, tax_rate) values ('reg_a', 'A', 'usd', 0))
        insert into "order" (id, customer_id, email, region_id, currency_code, shipping_address_id)
        values ('order_a', $1, $2, 'reg_a', 'usd', $3)`,
      values: [customerId, email, id],
    });
    const { body } = await browser.delete(`${ME}/addresses/${id}`);
    expect(body.customer.shipping_addresses).toEqual([]);
    const seen = await shop.admin.get(`/admin/customers/${customerId}?expand=orders.shipping_address`);
    expect(seen.body.customer.orders[0].shipping_address).toMatchObject({ id, city: home.city });
  });

  it("added at the same moment are all there", async () => {
    const { browser } = await aShopper(shop);
    const answers = await Promise.all(
      ["A", "B", "C", "D"].map((city) => browser.post(`${ME}/addresses`, { address: { ...home, city } })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect((await profile(browser)).shipping_addresses).toHaveLength(4);
  });
});

describe("the billing address of a customer", () => {
  it("is made from fields, and changed by more fields", async () => {
    const { browser } = await aShopper(shop);
    const made = (await browser.post(ME, { billing_address: { ...home, country_code: "US" } })).body.customer;
    expect(made.billing_address).toMatchObject({ ...home, id: made.billing_address_id, customer_id: null });
    expect(made.shipping_addresses).toEqual([]);
    const after = (await browser.post(ME, { billing_address: { city: "Newtown" } })).body.customer;
    expect(after.billing_address).toMatchObject({ ...home, id: made.billing_address_id, city: "Newtown" });
    const same = await browser.post(ME, { billing_address: made.billing_address_id });
    expect(same.body.customer.billing_address_id).toBe(made.billing_address_id);
  });

  it("is chosen among the own addresses by id", async () => {
    const { browser } = await aShopper(shop);
    const { id } = await addAddress(browser);
    const { body } = await browser.post(ME, { billing_address: id });
    expect(body.customer).toMatchObject({ billing_address_id: id, billing_address: { id } });
    const gone = (await browser.delete(`${ME}/addresses/${id}`)).body.customer;
    expect(gone).toMatchObject({ billing_address_id: null, billing_address: null, shipping_addresses: [] });
  });

  it("stays as it is when the country is unknown, or the id", async () => {
    const { browser } = await aShopper(shop);
    await browser.post(ME, { billing_address: home });
    const before = await profile(browser);
    for (const billing_address of [{ country_code: "xx" }, "addr_unknown"]) {
      const { status, body } = await browser.post(ME, { billing_address, first_name: "Never" });
      expect(status).toBe(404);
      expect(body.type).toBe("not_found");
    }
    expect(await profile(browser)).toEqual(before);
  });

  it("is made once by two changes at the same moment", async () => {
    const { browser } = await aShopper(shop);
    const answers = await Promise.all([
      browser.post(ME, { billing_address: { city: "A" } }),
      browser.post(ME, { billing_address: { phone: "1" } }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect((await profile(browser)).billing_address).toMatchObject({ city: "A", phone: "1" });
  });
});

import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCustomer,
  aGroup,
  aGuest,
  aShopper,
  customerDetails,
  eventsAbout,
  home,
} from "../support/factories/customers.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const get = (id: string, query = "") => shop.admin.get(`/admin/customers/${id}${query}`);
const read = async (id: string, query = "") => (await get(id, query)).body.customer;
const update = (id: string, sent: unknown, query = "") =>
  shop.admin.post(`/admin/customers/${id}${query}`, sent);
const list = (query: string) => shop.admin.get(`/admin/customers?${query}`);
const idsOf = (answer: { body: { customers: { id: string }[] } }) =>
  answer.body.customers.map((customer) => customer.id);
const groupsOf = async (id: string) =>
  (await read(id, "?expand=groups")).groups.map((group: { id: string }) => group.id);

describe("a customer made by the shop", () => {
  it("has an account, an email in lower case, and no secret in the answer", async () => {
    const { status, body } = await shop.admin.post("/admin/customers", {
      email: "Carl.Doe@Example.com",
      first_name: "Carl",
      last_name: "Doe",
      password: "secret",
      phone: "42",
      metadata: { src: "desk" },
    });
    expect(status).toBe(201);
    expect(Object.keys(body.customer).sort()).toEqual([
      "billing_address_id",
      "created_at",
      "deleted_at",
      "email",
      "first_name",
      "has_account",
      "id",
      "last_name",
      "metadata",
      "phone",
      "updated_at",
    ]);
    expect(body.customer).toMatchObject({
      email: "carl.doe@example.com",
      has_account: true,
      phone: "42",
      metadata: { src: "desk" },
      billing_address_id: null,
    });
    const [event] = await eventsAbout(shop, body.customer.id);
    expect(event).toMatchObject({ name: "customer.created", data: { email: "carl.doe@example.com" } });
    expect(event!.data).not.toHaveProperty("password_hash");
    const login = { email: "CARL.DOE@example.com", password: "secret" };
    expect((await shop.visitor().post("/store/auth", login)).status).toBe(200);
  });

  it.each([
    ["without an email", { email: undefined }, "email is required"],
    ["with something that is no email", { email: "carl" }, "email must be an email"],
    ["without a first name", { first_name: undefined }, "first_name is required"],
    ["without a last name", { last_name: undefined }, "last_name is required"],
    ["without a password", { password: undefined }, "password is required"],
    ["with an empty password", { password: "" }, "password should not be empty"],
    ["with a number for a phone", { phone: 42 }, "phone must be a string"],
    ["with an unknown property", { has_account: false }, "property has_account should not exist"],
  ])("is refused %s", async (_, wrong, message) => {
    const before = (await list("")).body.count;
    const { status, body } = await shop.admin.post("/admin/customers", customerDetails(wrong));
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect((await list("")).body.count).toBe(before);
  });

  it("is refused when the email has an account, however it is written", async () => {
    const customer = await aCustomer(shop);
    const sent = customerDetails({ email: customer.email.toUpperCase() });
    const { status, body } = await shop.admin.post("/admin/customers", sent);
    expect(status).toBe(422);
    expect(body).toEqual({
      code: "invalid_request_error",
      type: "duplicate_error",
      message: "A customer with the given email already has an account. Log in instead",
    });
    expect((await list(`q=${customer.email}`)).body.count).toBe(1);
  });

  it("may share the email with a guest", async () => {
    const guest = await aGuest(shop, "both@example.com");
    const account = await aCustomer(shop, { email: "both@example.com" });
    expect(idsOf(await list("q=both@example.com&has_account=false"))).toEqual([guest.id]);
    expect(idsOf(await list("q=both@example.com&has_account=true"))).toEqual([account.id]);
  });
});

describe("one customer", () => {
  it("comes with orders and shipping addresses by default", async () => {
    const { id, email } = await aCustomer(shop);
    expect(await read(id)).toMatchObject({ id, email, orders: [], shipping_addresses: [] });
    const expanded = await read(id, "?expand=groups,billing_address");
    expect(expanded).toMatchObject({ groups: [], billing_address: null });
    expect(expanded).not.toHaveProperty("orders");
    expect(await read(id, "?expand=&fields=email")).toEqual({ id, email });
    expect(await read(id, "?expand=&fields=")).toEqual({ id });
    expect(await read(id, "?fields=email")).toEqual({ id, email, orders: [], shipping_addresses: [] });
    expect(Object.keys(await read(id, "?expand="))).toHaveLength(11);
  });

  it("is not found under an unknown id", async () => {
    const { status, body } = await get("cus_unknown");
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message: "Customer with id: cus_unknown was not found" });
  });

  it.each(["expand=nonsense", "fields=password_hash", "expand=orders.nonsense", "colour=red"])(
    "refuses ?%s",
    async (query) => {
      const { id } = await aCustomer(shop);
      const { status, body } = await get(id, `?${query}`);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
    },
  );

  it("is nothing for visitors or shoppers", async () => {
    const { id } = await aCustomer(shop);
    const before = await read(id);
    const { browser } = await aShopper(shop);
    for (const client of [shop.visitor(), browser]) {
      const answers = [
        await client.get("/admin/customers"),
        await client.post("/admin/customers", customerDetails()),
        await client.get(`/admin/customers/${id}`),
        await client.post(`/admin/customers/${id}`, { first_name: "Mine" }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
    }
    expect(await read(id)).toEqual(before);
  });
});

describe("an update by the shop", () => {
  it("changes the fields that are sent, merges metadata and is announced", async () => {
    const { id, email } = await aCustomer(shop, { metadata: { a: 1, b: 2 } });
    const { status, body } = await update(id, { first_name: "Karl", phone: "43", metadata: { a: "", c: 3 } });
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({
      first_name: "Karl",
      phone: "43",
      email,
      metadata: { b: 2, c: 3 },
      orders: [],
      shipping_addresses: [],
    });
    expect(Date.parse(body.customer.updated_at)).toBeGreaterThan(Date.parse(body.customer.created_at));
    const events = await eventsAbout(shop, id);
    expect(events.map(({ name }) => name)).toEqual(["customer.created", "customer.updated"]);
    expect(events[1]!.data).toMatchObject({ id, first_name: "Karl" });
    expect(events[1]!.data).not.toHaveProperty("password_hash");
  });

  it("answers with the selected fields and relations", async () => {
    const { id } = await aCustomer(shop);
    const { body } = await update(id, { first_name: "Short" }, "?expand=groups&fields=first_name");
    expect(body.customer).toEqual({ id, first_name: "Short", groups: [] });
  });

  it("does not change the email of an account, but does not mind the one it has", async () => {
    const { id, email } = await aCustomer(shop);
    const before = await read(id);
    const refused = await update(id, { email: "other@example.com", first_name: "Never" });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      type: "invalid_data",
      message: "Email cannot be changed when the user has registered their account",
    });
    expect(await read(id)).toEqual(before);
    expect((await update(id, { email })).status).toBe(400);
  });

  it("changes the email of a guest, unless another guest has it", async () => {
    const guest = await aGuest(shop, "old-guest@example.com");
    const other = await aGuest(shop, "other-guest@example.com");
    const changed = await update(guest.id, { email: "New-Guest@example.com" });
    expect(changed.body.customer).toMatchObject({ email: "new-guest@example.com", has_account: false });
    const refused = await update(guest.id, { email: other.email });
    expect(refused.status).toBe(422);
    expect(refused.body.type).toBe("duplicate_error");
    expect((await read(guest.id)).email).toBe("new-guest@example.com");
  });

  it("takes null for no phone and no new password", async () => {
    const account = { email: "nulls@example.com", first_name: "N", last_name: "N", password: "pw" };
    const { status, body } = await shop.admin.post("/admin/customers", { ...account, phone: null });
    expect(status).toBe(201);
    expect((await update(body.customer.id, { password: null })).status).toBe(200);
    const { email, password } = account;
    expect((await shop.visitor().post("/store/auth", { email, password })).status).toBe(200);
  });

  it("leaves a guest with a password a guest, who may sign up", async () => {
    const guest = await aGuest(shop, "promoted@example.com");
    expect((await update(guest.id, { password: "welcome" })).body.customer.has_account).toBe(false);
    const { email } = guest;
    expect((await shop.visitor().post("/store/auth", { email, password: "welcome" })).status).toBe(401);
    const account = { email, password: "mine", first_name: "P", last_name: "P" };
    expect((await shop.visitor().post("/store/customers", account)).status).toBe(200);
    expect((await shop.visitor().post("/store/auth", { email, password: "welcome" })).status).toBe(401);
    expect((await shop.visitor().post("/store/auth", { email, password: "mine" })).status).toBe(200);
  });

  it("with a new password ends every session of the customer", async () => {
    const shopper = await aShopper(shop);
    expect((await shopper.browser.get("/store/customers/me")).status).toBe(200);
    expect((await update(shopper.id, { password: "fresh" })).status).toBe(200);
    expect((await shopper.browser.get("/store/customers/me")).status).toBe(401);
    const login = (password: string) =>
      shop.visitor().post("/store/auth", { email: shopper.email, password });
    expect((await login(shopper.password)).status).toBe(401);
    expect((await login("fresh")).status).toBe(200);
  });

  it("without a password leaves sessions alone", async () => {
    const shopper = await aShopper(shop);
    await update(shopper.id, { first_name: "Renamed" });
    expect((await shopper.browser.get("/store/customers/me")).status).toBe(200);
  });

  it("replaces the groups", async () => {
    const { id } = await aCustomer(shop);
    const [a, b, c] = [await aGroup(shop), await aGroup(shop), await aGroup(shop)];
    await update(id, { groups: [{ id: a.id }, { id: b.id }] });
    expect(await groupsOf(id)).toEqual([a.id, b.id]);
    await update(id, { groups: [{ id: b.id }, { id: c.id }, { id: c.id }] });
    expect(await groupsOf(id)).toEqual([b.id, c.id]);
    await update(id, { first_name: "Untouched" });
    expect(await groupsOf(id)).toEqual([b.id, c.id]);
    await update(id, { groups: [] });
    expect(await groupsOf(id)).toEqual([]);
  });

  it("changes nothing when one of the groups is unknown", async () => {
    const { id } = await aCustomer(shop);
    const [a, b] = [await aGroup(shop), await aGroup(shop)];
    await update(id, { groups: [{ id: a.id }] });
    const before = await read(id, "?expand=groups");
    const sent = { first_name: "Never", groups: [{ id: b.id }, { id: "cgrp_unknown" }] };
    const { status, body } = await update(id, sent);
    expect(status).toBe(404);
    expect(body).toEqual({
      type: "not_found",
      message: "Customer_group with customer_group_id cgrp_unknown does not exist.",
    });
    expect(await read(id, "?expand=groups")).toEqual(before);
  });

  it("changes nothing when it is malformed", async () => {
    const { id } = await aCustomer(shop);
    const before = await read(id);
    const refusals: [string, unknown][] = [
      ["", { first_name: 1 }],
      ["", { email: "nobody" }],
      ["", { password: "" }],
      ["", { metadata: [] }],
      ["", { groups: ["cgrp_1"] }],
      ["", { groups: [{ id: 1 }] }],
      ["", { has_account: false }],
      ["", { password_hash: "mine" }],
      ["?expand=nonsense", { first_name: "Never" }],
      ["?fields=password_hash", { first_name: "Never" }],
    ];
    for (const [query, sent] of refusals) {
      const { status, body } = await update(id, sent, query);
      expect(status, JSON.stringify(sent)).toBe(400);
      expect(body.type).toBe("invalid_data");
    }
    expect(await read(id)).toEqual(before);
    expect((await update("cus_unknown", { first_name: "X" })).status).toBe(404);
  });

  it("keeps every key of updates at the same moment", async () => {
    const { id } = await aCustomer(shop);
    const [a, b] = [await aGroup(shop), await aGroup(shop)];
    const answers = await Promise.all([
      update(id, { metadata: { a: 1 } }),
      update(id, { metadata: { b: 2 } }),
      update(id, { metadata: { c: 3 }, groups: [{ id: a.id }] }),
      update(id, { metadata: { d: 4 }, groups: [{ id: b.id }] }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect((await read(id)).metadata).toEqual({ a: 1, b: 2, c: 3, d: 4 });
    expect([[a.id], [b.id]]).toContainEqual(await groupsOf(id));
  });
});

describe("the list of customers", () => {
  it("searches email and names, in any case", async () => {
    const { id } = await aCustomer(shop, {
      email: "needle@haystack.example",
      first_name: "Ferdinand",
      last_name: "Quux",
    });
    for (const q of ["NEEDLE@hay", "erdina", "quux"]) expect(idsOf(await list(`q=${q}`))).toEqual([id]);
    expect((await list("q=nobody-is-called-so")).body).toEqual({
      customers: [],
      count: 0,
      offset: 0,
      limit: 50,
    });
    // No wildcards.
    expect((await list("q=%25")).body.count).toBe(0);
  });

  it("has no relations unless the request selects them", async () => {
    const { id } = await aCustomer(shop, { last_name: "Relationless" });
    expect(Object.keys((await list("q=relationless")).body.customers[0])).toHaveLength(11);
    const { body } = await list("q=relationless&expand=shipping_addresses,orders&fields=email");
    expect(Object.keys(body.customers[0]).sort()).toEqual([
      "created_at",
      "email",
      "id",
      "orders",
      "shipping_addresses",
    ]);
    expect((await list("q=relationless&fields=")).body.customers).toEqual([{ id }]);
  });

  it("sorts and pages", async () => {
    const made = [];
    for (const first_name of ["Ada", "Bea", "Cleo"])
      made.push((await aCustomer(shop, { first_name, last_name: "Paged" })).id);
    expect(idsOf(await list("q=paged&order=first_name"))).toEqual(made);
    expect(idsOf(await list("q=paged&order=-first_name"))).toEqual([...made].reverse());
    const second = await list("q=paged&order=first_name&limit=2&offset=2");
    expect(idsOf(second)).toEqual([made[2]]);
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2 });
    expect((await list("limit=0")).body.limit).toBe(1000);
    expect((await list("limit=5000")).body.limit).toBe(1000);
  });

  it("filters by groups and then shows them", async () => {
    const [a, b] = [await aGroup(shop), await aGroup(shop)];
    const [inA, inB] = [await aCustomer(shop), await aCustomer(shop)];
    await update(inA.id, { groups: [{ id: a.id }] });
    await update(inB.id, { groups: [{ id: b.id }] });
    const found = await list(`groups[]=${a.id}`);
    expect(found.body).toMatchObject({ count: 1, customers: [{ id: inA.id, groups: [{ id: a.id }] }] });
    expect(idsOf(await list(`groups[]=${a.id}&groups[]=${b.id}&order=id`))).toEqual([inA.id, inB.id]);
    expect((await list(`groups[]=${a.id}&expand=`)).body.customers[0]).not.toHaveProperty("groups");
    expect((await list("groups[]=cgrp_unknown")).body.count).toBe(0);
  });

  it("filters by dates", async () => {
    await aCustomer(shop, { last_name: "Dated" });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await list(`q=dated&created_at[lt]=${tomorrow}&updated_at[gt]=2020-01-01`)).body.count).toBe(1);
    expect((await list(`q=dated&created_at[gt]=${tomorrow}`)).body.count).toBe(0);
  });

  it.each([
    "email=x",
    "has_account=maybe",
    "limit=-1",
    "offset=x",
    "order=password_hash",
    "expand=nonsense",
    "fields=password_hash",
    "created_at[gt]=soon",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });
});

describe("reading customers", () => {
  it("takes one statement for one, and two for a page, with any relations", async () => {
    const shopper = await aShopper(shop);
    await shopper.browser.post("/store/customers/me/addresses", { address: home });
    const one = await countingStatements(shop.db, () =>
      get(shopper.id, "?expand=orders.items.variant,shipping_addresses.country,billing_address,groups"),
    );
    expect(one.result.body.customer.shipping_addresses[0].country.iso_2).toBe("us");
    expect(one.statements).toHaveLength(1);
    expect(one.credentials).toBe(1);
    const page = await countingStatements(shop.db, () => list("expand=orders,shipping_addresses,groups&q=e"));
    expect(page.result.status).toBe(200);
    expect(page.statements).toHaveLength(2);
    expect(page.credentials).toBe(1);
  });
});

import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aCustomer, aGroup, eventsAbout } from "../support/factories/customers.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const read = async (id: string, query = "") =>
  (await shop.admin.get(`/admin/customer-groups/${id}${query}`)).body.customer_group;
const list = (query: string) => shop.admin.get(`/admin/customer-groups?${query}`);
const namesOf = (answer: { body: { customer_groups: { name: string }[] } }) =>
  answer.body.customer_groups.map((group) => group.name);
const members = async (id: string) =>
  (await shop.admin.get(`/admin/customer-groups/${id}/customers`)).body.customers.map(
    (customer: { id: string }) => customer.id,
  );
const ids = (...customers: { id: string }[]) => ({ customer_ids: customers.map(({ id }) => ({ id })) });

describe("a customer group", () => {
  it("is created, announced and read back", async () => {
    const { status, body } = await shop.admin.post("/admin/customer-groups", {
      name: "Gold",
      metadata: { tier: 1 },
    });
    expect(status).toBe(200);
    expect(body.customer_group).toMatchObject({ name: "Gold", metadata: { tier: 1 }, deleted_at: null });
    expect(body.customer_group.id).toMatch(/^cgrp_/);
    expect(await read(body.customer_group.id)).toEqual(body.customer_group);
    expect(await eventsAbout(shop, body.customer_group.id)).toEqual([
      { name: "customer-group.created", data: { id: body.customer_group.id } },
    ]);
  });

  it.each([
    ["without a name", {}, "name is required"],
    ["with an empty name", { name: "" }, "name should not be empty"],
    ["with a number for a name", { name: 5 }, "name must be a string"],
    ["with an unknown property", { name: "Odd", customers: [] }, "property customers should not exist"],
    ["with metadata that is no object", { name: "Odd", metadata: 1 }, "metadata must be an object"],
  ])("is refused %s", async (_, sent, message) => {
    const before = (await list("")).body.count;
    const { status, body } = await shop.admin.post("/admin/customer-groups", sent);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect((await list("")).body.count).toBe(before);
  });

  it("is refused when its name is taken, but not when the group of that name was deleted", async () => {
    const taken = await aGroup(shop, "Taken");
    const again = await shop.admin.post("/admin/customer-groups", { name: "Taken" });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({ type: "duplicate_error", code: "invalid_request_error" });
    expect((await list("name[]=Taken")).body.count).toBe(1);

    await shop.admin.delete(`/admin/customer-groups/${taken.id}`);
    expect((await shop.admin.post("/admin/customer-groups", { name: "Taken" })).status).toBe(200);
  });

  it("shows exactly the selected fields and relations", async () => {
    const group = await aGroup(shop);
    expect(await read(group.id, "?fields=name")).toEqual({ id: group.id, name: group.name });
    expect(await read(group.id, "?fields=")).toEqual({ id: group.id });
    expect(await read(group.id, "?fields=&expand=customers,price_lists")).toEqual({
      id: group.id,
      customers: [],
      price_lists: [],
    });
    for (const query of ["expand=nonsense", "fields=nonsense", "colour=red"]) {
      const { status, body } = await shop.admin.get(`/admin/customer-groups/${group.id}?${query}`);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
    }
  });

  it("never shows the password of a member, with any selection", async () => {
    const group = await aGroup(shop);
    const customer = await aCustomer(shop);
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, ids(customer));
    expect(JSON.stringify(await read(group.id, "?expand=customers"))).not.toContain("password");
    const asked = await shop.admin.get(`/admin/customer-groups/${group.id}?fields=customers.password_hash`);
    expect(asked.status).toBe(400);
  });

  it("is not found under an unknown id", async () => {
    for (const answer of [
      await shop.admin.get("/admin/customer-groups/cgrp_unknown"),
      await shop.admin.post("/admin/customer-groups/cgrp_unknown", { name: "New" }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        type: "not_found",
        message: "CustomerGroup with id cgrp_unknown was not found",
      });
    }
    expect((await list("name[]=New")).body.count).toBe(0);
  });

  it("takes a new name and merges metadata", async () => {
    const group = await aGroup(shop);
    await shop.admin.post(`/admin/customer-groups/${group.id}`, { metadata: { a: 1, b: 2 } });
    const { status, body } = await shop.admin.post(`/admin/customer-groups/${group.id}?expand=customers`, {
      name: `${group.name} renamed`,
      metadata: { a: "", c: 3 },
    });
    expect(status).toBe(200);
    expect(body.customer_group).toMatchObject({
      name: `${group.name} renamed`,
      metadata: { b: 2, c: 3 },
      customers: [],
    });
    expect(Date.parse(body.customer_group.updated_at)).toBeGreaterThan(
      Date.parse(body.customer_group.created_at),
    );
  });

  it("stays as it is when an update is refused", async () => {
    const [group, other] = [await aGroup(shop), await aGroup(shop)];
    const before = await read(group.id);
    const refusals: [string, unknown, number][] = [
      ["", { name: other.name }, 422],
      ["", { name: 7 }, 400],
      ["", { name: "" }, 400],
      ["", { colour: "red" }, 400],
      ["?expand=nonsense", { name: "Never" }, 400],
    ];
    for (const [query, sent, status] of refusals) {
      expect((await shop.admin.post(`/admin/customer-groups/${group.id}${query}`, sent)).status).toBe(status);
    }
    expect(await read(group.id)).toEqual(before);
  });

  it("keeps both keys of two updates at the same moment", async () => {
    const group = await aGroup(shop);
    const sent = Array.from({ length: 6 }, (_, key) => ({ metadata: { [`key${key}`]: key } }));
    const answers = await Promise.all(
      sent.map((each) => shop.admin.post(`/admin/customer-groups/${group.id}`, each)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(sent.map(() => 200));
    expect(Object.keys((await read(group.id)).metadata)).toHaveLength(6);
  });

  it("is deleted for good, its customers stay, and deleting it again changes nothing", async () => {
    const group = await aGroup(shop);
    const customer = await aCustomer(shop);
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, ids(customer));
    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.delete(`/admin/customer-groups/${group.id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ id: group.id, object: "customer_group", deleted: true });
    }
    expect((await shop.admin.get(`/admin/customer-groups/${group.id}`)).status).toBe(404);
    const kept = await shop.admin.get(`/admin/customers/${customer.id}?expand=groups`);
    expect(kept.body.customer.groups).toEqual([]);
    const deletions = (await eventsAbout(shop, group.id)).filter(({ name }) => name.endsWith("deleted"));
    expect(deletions).toHaveLength(1);
  });

  it("is nothing for visitors or shoppers", async () => {
    const group = await aGroup(shop);
    const visitor = shop.visitor();
    await visitor.post("/store/customers", {
      email: "curious@example.com",
      first_name: "C",
      last_name: "D",
      password: "curious",
    });
    const path = `/admin/customer-groups/${group.id}`;
    for (const client of [shop.visitor(), visitor]) {
      const answers = [
        await client.get("/admin/customer-groups"),
        await client.post("/admin/customer-groups", { name: "Mine" }),
        await client.get(path),
        await client.post(path, { name: "Mine" }),
        await client.delete(path),
        await client.get(`${path}/customers`),
        await client.post(`${path}/customers/batch`, { customer_ids: [] }),
        await client.delete(`${path}/customers/batch`, { customer_ids: [] }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
    }
    expect((await read(group.id)).name).toBe(group.name);
  });
});

describe("the list of customer groups", () => {
  it("finds by name, pages, and counts all matches", async () => {
    for (const name of ["Listed a", "Listed b", "Listed c"]) await aGroup(shop, name);
    const newestFirst = await list("q=LISTED");
    expect(namesOf(newestFirst)).toEqual(["Listed c", "Listed b", "Listed a"]);
    expect(newestFirst.body).toMatchObject({ count: 3, offset: 0, limit: 10 });

    const secondPage = await list("q=listed&order=name&limit=2&offset=2");
    expect(namesOf(secondPage)).toEqual(["Listed c"]);
    expect(secondPage.body).toMatchObject({ count: 3, offset: 2, limit: 2 });

    expect((await list("q=nobody")).body).toEqual({ customer_groups: [], count: 0, offset: 0, limit: 10 });
    expect(namesOf(await list("name[]=Listed a&name[]=Listed c&order=-name"))).toEqual([
      "Listed c",
      "Listed a",
    ]);
  });

  it("filters by one id, several, or a comparison", async () => {
    const [a, b] = [await aGroup(shop, "Id a"), await aGroup(shop, "Id b")];
    expect(namesOf(await list(`id=${a.id}`))).toEqual(["Id a"]);
    expect(namesOf(await list(`id[]=${a.id}&id[]=${b.id}&order=name`))).toEqual(["Id a", "Id b"]);
    expect(namesOf(await list(`id[]=${a.id},${b.id}&order=name`))).toEqual(["Id a", "Id b"]);
    expect(namesOf(await list(`id[gte]=${b.id}`))).toEqual(["Id b"]);
    expect(namesOf(await list(`id[ends_with]=${a.id.slice(-8)}`))).toEqual(["Id a"]);
  });

  it("filters by dates", async () => {
    const group = await aGroup(shop);
    const day = 86_400_000;
    const at = (ms: number) => new Date(ms).toISOString();
    const between = `created_at[gt]=${at(Date.now() - day)}&created_at[lt]=${at(Date.now() + day)}`;
    expect((await list(`id=${group.id}&${between}`)).body.count).toBe(1);
    expect((await list(`id=${group.id}&updated_at[gt]=${at(Date.now() + day)}`)).body.count).toBe(0);
  });

  it("filters by the discount condition that names the group", async () => {
    const group = await aGroup(shop, "Discounted");
    await shop.db.run({
      text: `with rule as (insert into discount_rule (id, type, value) values ('dru_1', 'percentage', 10)),
        condition as (insert into discount_condition (id, type, operator, discount_rule_id)
          values ('discon_1', 'customer_groups', 'in', 'dru_1'))
        insert into discount_condition_customer_group (customer_group_id, condition_id) values ($1, 'discon_1')`,
      values: [group.id],
    });
    expect(namesOf(await list("discount_condition_id=discon_1"))).toEqual(["Discounted"]);
    expect((await list("discount_condition_id=discon_2")).body.count).toBe(0);
  });

  it("shows members on request, and only the selected fields", async () => {
    const group = await aGroup(shop);
    const { body } = await list(`id=${group.id}&expand=customers&fields=name`);
    expect(body.customer_groups).toEqual([
      { id: group.id, name: group.name, customers: [], created_at: expect.any(String) },
    ]);
  });

  it.each([
    "name=Bare",
    "limit=-1",
    "limit=many",
    "offset=-1",
    "order=nonsense",
    "order=metadata",
    "expand=nonsense",
    "fields=nonsense",
    "created_at[gt]=yesterday",
    "created_at[near]=2020-01-01",
    "id[like]=x",
    "colour=red",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });
});

describe("the members of a group", () => {
  it("are added, each once, and shown with their groups", async () => {
    const group = await aGroup(shop);
    const [ann, bob] = [await aCustomer(shop), await aCustomer(shop)];
    const path = `/admin/customer-groups/${group.id}/customers/batch`;
    const added = await shop.admin.post(path, ids(ann, bob, ann));
    expect(added.status).toBe(200);
    expect(added.body.customer_group).toMatchObject({ id: group.id, name: group.name });
    expect(added.body.customer_group).not.toHaveProperty("customers");
    expect((await shop.admin.post(path, ids(ann))).status).toBe(200);

    const { body } = await shop.admin.get(`/admin/customer-groups/${group.id}/customers?order=email`);
    expect(body).toMatchObject({ count: 2, offset: 0, limit: 50 });
    expect(body.customers[0]).toMatchObject({ id: ann.id, groups: [{ id: group.id }] });
    expect(body.customers[0]).not.toHaveProperty("orders");
  });

  it("can be searched, filtered, paged and shown without their groups", async () => {
    const [group, other] = [await aGroup(shop), await aGroup(shop)];
    const [ann, bob] = [
      await aCustomer(shop, { first_name: "Annabel" }),
      await aCustomer(shop, { last_name: "Bobbin" }),
    ];
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, ids(ann, bob));
    await shop.admin.post(`/admin/customer-groups/${other.id}/customers/batch`, ids(bob));
    const found = async (query: string) =>
      (await shop.admin.get(`/admin/customer-groups/${group.id}/customers?${query}`)).body.customers.map(
        (customer: { id: string }) => customer.id,
      );
    expect(await found("q=annab")).toEqual([ann.id]);
    expect(await found("q=bobbin")).toEqual([bob.id]);
    expect(await found("order=email&limit=1&offset=1")).toEqual([bob.id]);
    expect(await found(`groups[]=${other.id}`)).toEqual([bob.id]);
    expect(await found("has_account=false")).toEqual([]);
    const bare = await shop.admin.get(`/admin/customer-groups/${group.id}/customers?expand=&fields=email`);
    expect(bare.body.customers).toContainEqual({
      id: ann.id,
      email: ann.email,
      created_at: expect.any(String),
    });
  });

  it("of an unknown group are none", async () => {
    const { status, body } = await shop.admin.get("/admin/customer-groups/cgrp_unknown/customers");
    expect(status).toBe(200);
    expect(body).toEqual({ customers: [], count: 0, offset: 0, limit: 50 });
  });

  it("do not come in when one of them is unknown, nor into an unknown group", async () => {
    const group = await aGroup(shop);
    const ann = await aCustomer(shop);
    const path = `/admin/customer-groups/${group.id}/customers/batch`;
    const unknown = await shop.admin.post(path, ids(ann, { id: "cus_b" }, { id: "cus_a" }));
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({
      type: "not_found",
      message: 'The following customer ids do not exist: "cus_a, cus_b"',
    });
    expect(await members(group.id)).toEqual([]);

    const nowhere = await shop.admin.post("/admin/customer-groups/cgrp_unknown/customers/batch", ids(ann));
    expect(nowhere.status).toBe(404);
    expect(nowhere.body.message).toBe("CustomerGroup with id cgrp_unknown was not found");
  });

  it.each([
    ["no list", {}],
    ["plain ids", { customer_ids: ["cus_1"] }],
    ["an id that is a number", { customer_ids: [{ id: 1 }] }],
    ["an object without id", { customer_ids: [{}] }],
    ["something else beside the list", { customer_ids: [], all: true }],
  ])("are refused as %s", async (_, sent) => {
    const group = await aGroup(shop);
    const ann = await aCustomer(shop);
    const path = `/admin/customer-groups/${group.id}/customers/batch`;
    await shop.admin.post(path, ids(ann));
    for (const answer of [await shop.admin.post(path, sent), await shop.admin.delete(path, sent)]) {
      expect(answer.status).toBe(400);
      expect(answer.body.type).toBe("invalid_data");
    }
    expect(await members(group.id)).toEqual([ann.id]);
  });

  it("are removed; who is none is passed over", async () => {
    const group = await aGroup(shop);
    const [ann, bob] = [await aCustomer(shop), await aCustomer(shop)];
    const path = `/admin/customer-groups/${group.id}/customers/batch`;
    await shop.admin.post(path, ids(ann, bob));
    const { status, body } = await shop.admin.delete(path, ids(ann, { id: "cus_unknown" }));
    expect(status).toBe(200);
    expect(body.customer_group).toMatchObject({ id: group.id });
    expect(await members(group.id)).toEqual([bob.id]);
    expect((await shop.admin.delete(path, ids(ann))).status).toBe(200);
    expect((await shop.admin.delete(path, { customer_ids: [] })).status).toBe(200);
    expect(await members(group.id)).toEqual([bob.id]);

    const nowhere = await shop.admin.delete("/admin/customer-groups/cgrp_unknown/customers/batch", ids(bob));
    expect(nowhere.status).toBe(404);
    expect(await members(group.id)).toEqual([bob.id]);
  });

  it("are added and removed at the same moment, and each request takes effect", async () => {
    const group = await aGroup(shop);
    const customers = await Promise.all(Array.from({ length: 6 }, () => aCustomer(shop)));
    const path = `/admin/customer-groups/${group.id}/customers/batch`;
    const [leaving, coming] = [customers.slice(0, 3), customers.slice(3)];
    await shop.admin.post(path, ids(...leaving));
    const answers = await Promise.all([
      ...leaving.map((customer) => shop.admin.delete(path, ids(customer))),
      ...coming.map((customer) => shop.admin.post(path, ids(customer))),
      ...coming.map((customer) =>
        shop.admin.post(`/admin/customers/${customer.id}`, { groups: [{ id: group.id }] }),
      ),
      shop.admin.post(path, ids(...coming)),
      shop.admin.post(path, ids(...[...coming].reverse())),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect((await members(group.id)).sort()).toEqual(coming.map(({ id }) => id).sort());
  });

  it("cannot join a group that is deleted at the same moment", async () => {
    const group = await aGroup(shop);
    const customer = await aCustomer(shop);
    const [joined, deleted] = await Promise.all([
      shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, ids(customer)),
      shop.admin.delete(`/admin/customer-groups/${group.id}`),
    ]);
    expect([200, 404]).toContain(joined.status);
    expect(deleted.status).toBe(200);
    expect(await members(group.id)).toEqual([]);
  });
});

describe("reading customer groups", () => {
  it("takes one statement for one, and two for a page, with any relations", async () => {
    const group = await aGroup(shop);
    const one = await countingStatements(shop.db, () =>
      read(group.id, "?expand=customers.orders,customers.shipping_addresses,price_lists"),
    );
    expect(one.statements).toHaveLength(1);
    expect(one.credentials).toBe(1);
    for (const path of ["?expand=customers.groups", `/${group.id}/customers?q=x&expand=orders,groups`]) {
      const page = await countingStatements(shop.db, () => shop.admin.get(`/admin/customer-groups${path}`));
      expect(page.result.status).toBe(200);
      expect(page.statements).toHaveLength(2);
      expect(page.credentials).toBe(1);
    }
  });
});

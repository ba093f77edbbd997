import { describe, expect } from "vitest";
import { openCheckout } from "../support/factories/checkout.ts";
import { aCustomer, eventsAbout } from "../support/factories/customers.ts";
import { anOrderOfBoots } from "../support/factories/orders.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
let regionId: string;
it.beforeAll(async () => {
  ({ regionId } = await openCheckout(shop));
});

const order = () => anOrderOfBoots(shop, shop.visitor(), { regionId, stock: 2 });

type Tag = { id: string; name: string; uses: number };

const change = (kind: "order" | "customer", body: object) =>
  shop.admin.post(`/admin/${kind}-tags/batch`, body);
const tags = async (kind: "order" | "customer", query = ""): Promise<Tag[]> =>
  (await shop.admin.get(`/admin/${kind}-tags?${query}`)).body.tags;
const tagNamed = async (kind: "order" | "customer", name: string) =>
  (await tags(kind, "limit=1000")).find((tag) => tag.name === name)!;
const namesOf = async (path: string, key: string): Promise<string[]> =>
  (await shop.admin.get(`${path}?expand=tags`)).body[key].tags.map(({ name }: Tag) => name);
const ofOrder = (id: string) => namesOf(`/admin/orders/${id}`, "order");
const ofCustomer = (id: string) => namesOf(`/admin/customers/${id}`, "customer");
const links = async () =>
  (await shop.db.run({
    text: "select * from tradewind.tagged_customer order by 1, 2",
    values: [],
  })) as unknown[];

describe("tags of orders", () => {
  it("are free words that are added and removed by name, announced once for each order that changed", async () => {
    const [one, other] = [await order(), await order()];
    const added = await change("order", { ids: [one.id, other.id], add: ["Gift", "  Call  first "] });
    expect(added).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await ofOrder(one.id)).toEqual(["Call first", "Gift"]);
    // Again, with other capitals: nothing to do for the one that has it.
    expect((await change("order", { ids: [one.id], add: ["GIFT"] })).body).toEqual({ changed: 0 });
    expect((await change("order", { ids: [one.id], remove: ["gift", "unknown"] })).body).toEqual({
      changed: 1,
    });
    expect(await ofOrder(one.id)).toEqual(["Call first"]);
    const announced = (await eventsAbout(shop, one.id)).filter(({ name }) => name === "order.tags_changed");
    expect(announced.map(({ data }) => data)).toEqual([
      { id: one.id, added: ["Call first", "Gift"], removed: [] },
      { id: one.id, added: [], removed: ["Gift"] },
    ]);
  });

  it("filter the list and its exports, and are in the list only if it is asked for them", async () => {
    const { id: orderId } = await order();
    await change("order", { ids: [orderId], add: ["Express"] });
    const { id } = await tagNamed("order", "Express");
    const list = "/admin/orders?fields=id&expand=tags";
    const found = (await shop.admin.get(`${list}&tags[]=${id}`)).body;
    expect(found).toMatchObject({ count: 1, orders: [{ id: orderId, tags: [{ id, name: "Express" }] }] });
    expect(
      (await shop.admin.get(`/admin/orders?fields=id&expand=&tags[]=${id}`)).body.orders[0],
    ).not.toHaveProperty("tags");
    expect((await shop.admin.get("/admin/orders?tags[]=otag_unknown")).body.count).toBe(0);
    // A cached list follows a change of tags and of their names.
    await shop.admin.post(`/admin/order-tags/${id}`, { name: "Overnight" });
    expect((await shop.admin.get(`${list}&tags[]=${id}`)).body.orders[0].tags[0].name).toBe("Overnight");
    await change("order", { ids: [orderId], remove: ["Overnight"] });
    expect((await shop.admin.get(`${list}&tags[]=${id}`)).body.count).toBe(0);
    const job = { type: "order-export", context: { filterable_fields: { tags: [id] } }, dry_run: true };
    expect((await shop.admin.post("/admin/batch-jobs", job)).status).toBe(201);
  });

  it("are not shown in the storefront", async () => {
    const { id: orderId } = await order();
    await change("order", { ids: [orderId], add: ["Fraud?"] });
    const visitor = shop.visitor();
    const plain = await visitor.get(`/store/orders/${orderId}`);
    expect(JSON.stringify(plain.body)).not.toContain("Fraud?");
    expect((await visitor.get(`/store/orders/${orderId}?expand=tags`)).status).toBe(400);
  });
});

describe("tags of customers", () => {
  it("are renamed, merged and deleted for all customers", async () => {
    const [one, other] = [await aCustomer(shop), await aCustomer(shop)];
    await change("customer", { ids: [one.id], add: ["Wholesale"] });
    await change("customer", { ids: [other.id, one.id], add: ["B2B"] });
    const [wholesale, b2b] = [await tagNamed("customer", "Wholesale"), await tagNamed("customer", "B2B")];
    expect([wholesale.uses, b2b.uses]).toEqual([1, 2]);
    const taken = await shop.admin.post(`/admin/customer-tags/${wholesale.id}`, { name: "b2b" });
    expect(taken).toMatchObject({ status: 422, body: { type: "duplicate_error" } });
    const renamed = await shop.admin.post(`/admin/customer-tags/${b2b.id}`, { name: "Business" });
    expect(renamed.body.tag).toMatchObject({ name: "Business", uses: 2 });
    const merged = await shop.admin.post(`/admin/customer-tags/${wholesale.id}/merge`, { into_id: b2b.id });
    expect(merged.body.tag).toMatchObject({ id: b2b.id, uses: 2 });
    expect(await ofCustomer(one.id)).toEqual(["Business"]);
    expect((await shop.admin.get(`/admin/customers?tags[]=${b2b.id}`)).body.count).toBe(2);
    expect((await shop.admin.delete(`/admin/customer-tags/${b2b.id}`)).body).toMatchObject({ deleted: true });
    expect(await ofCustomer(one.id)).toEqual([]);
    expect((await shop.admin.delete(`/admin/customer-tags/${b2b.id}`)).status).toBe(404);
  });

  it("are suggested by a part of their name", async () => {
    const { id } = await aCustomer(shop);
    await change("customer", {
      ids: [id],
      add: ["Sailing club", "100%", "a'); drop table tradewind.customer_tag; --"],
    });
    expect((await tags("customer", "q=ling")).map(({ name }) => name)).toEqual(["Sailing club"]);
    expect((await tags("customer", `q=${encodeURIComponent("%")}`)).map(({ name }) => name)).toEqual([
      "100%",
    ]);
    expect(await ofCustomer(id)).toHaveLength(3);
  });

  it("become one tag when two requests make the same name at the same time", async () => {
    const [one, other] = [await aCustomer(shop), await aCustomer(shop)];
    const answers = await Promise.all(
      ["Twin", "TWIN"].map((name, at) => change("customer", { ids: [[one, other][at]!.id], add: [name] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await tags("customer", "q=twin")).map(({ uses }) => uses)).toEqual([2]);
  });

  it.each([
    ["a name of spaces", { add: ["  "] }, "add: a tag needs a name"],
    ["a comma", { add: ["a,b"] }, "add: a tag cannot contain a comma or a control character"],
    ["a line break", { add: ["a\nb"] }, "add: a tag cannot contain a comma or a control character"],
    ["a name that is too long", { add: ["x".repeat(61)] }, "add"],
    ["no list", { add: "VIP" }, "add"],
    ["an unknown field", { set: ["VIP"] }, "property set should not exist"],
  ])("are refused with %s", async (_, sent, message) => {
    const { id } = await aCustomer(shop);
    const before = await links();
    const { status, body } = await change("customer", { ids: [id], ...sent });
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    expect(body.message).toContain(message);
    expect(await links()).toEqual(before);
  });

  it("are refused for an unknown customer, for no customer, and beyond the fiftieth", async () => {
    const { id } = await aCustomer(shop);
    const before = await links();
    expect(await change("customer", { ids: [id, "cus_unknown"], add: ["VIP"] })).toMatchObject({
      status: 404,
      body: { message: "Customer with id: cus_unknown was not found" },
    });
    expect((await change("customer", { ids: [], add: ["VIP"] })).status).toBe(400);
    const names = (from: number) => Array.from({ length: 20 }, (__, at) => `Tag ${from + at}`);
    for (const from of [0, 20]) await change("customer", { ids: [id], add: names(from) });
    const { body } = await change("customer", { ids: [id], add: names(40) });
    expect(body.message).toBe(`add: ${id} would have more than 50 tags`);
    expect(await links()).toHaveLength(before.length + 40);
  });

  it.each([
    ["itself", (id: string) => id, "into_id: a tag cannot be merged into itself"],
    ["an unknown tag", () => "ctag_unknown", "into_id: there is no tag ctag_unknown"],
  ])("are not merged into %s", async (_, intoOf, message) => {
    const { id: customerId } = await aCustomer(shop);
    await change("customer", { ids: [customerId], add: ["Kept"] });
    const { id } = await tagNamed("customer", "Kept");
    const { status, body } = await shop.admin.post(`/admin/customer-tags/${id}/merge`, {
      into_id: intoOf(id),
    });
    expect({ status, message: body.message }).toEqual({ status: 400, message });
    expect(await ofCustomer(customerId)).toEqual(["Kept"]);
  });
});

import { describe, expect } from "vitest";
import { openCheckout } from "../support/factories/checkout.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { anOrderOfBoots } from "../support/factories/orders.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
let regionId: string;
it.beforeAll(async () => {
  ({ regionId } = await openCheckout(shop));
});

let people = 0;
const anOrder = async () => (await anOrderOfBoots(shop, shop.visitor(), { regionId, stock: 2 })).id;
const aUser = async (first_name = "Ann"): Promise<string> => {
  const email = `colleague${++people}@example.com`;
  const { body } = await shop.admin.post("/admin/users", { email, first_name, password: "a long password" });
  return body.user.id;
};
const assign = (order_ids: string[], user_id: string | null) =>
  shop.admin.post("/admin/order-assignees", { order_ids, user_id });
const list = async (query: string) =>
  (await shop.admin.get(`/admin/orders?fields=id&expand=assignee&${query}`)).body;
const idsIn = async (query: string) => (await list(query)).orders.map(({ id }: { id: string }) => id).sort();
const assigned = async (id: string) =>
  (await eventsAbout(shop, id)).filter(({ name }) => name === "order.assigned").map(({ data }) => data);

describe("an order", () => {
  it("is assigned to a user, found by the user, and given to another one", async () => {
    const [order, other, ann, ben] = [await anOrder(), await anOrder(), await aUser(), await aUser("Ben")];
    expect(await assign([order, other], ann)).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await idsIn(`assigned_to=${ann}`)).toEqual([order, other].sort());
    const { body } = await shop.admin.get(`/admin/orders/${order}?expand=assignee`);
    expect(body.order.assignee).toMatchObject({ user_id: ann, first_name: "Ann" });
    expect((await assign([order], ann)).body).toEqual({ changed: 0 });
    expect((await assign([order], ben)).body).toEqual({ changed: 1 });
    expect(await idsIn(`assigned_to=${ben}`)).toEqual([order]);
    expect(await assigned(order)).toEqual([
      { id: order, user_id: ann, previous_user_id: null },
      { id: order, user_id: ben, previous_user_id: ann },
    ]);
    const { timeline } = (await shop.admin.get(`/admin/orders/${order}/timeline`)).body;
    expect(timeline[0]).toMatchObject({ name: "order.assigned", user: { id: shop.adminId } });
  });

  it("waits for a user while it is not shipped", async () => {
    const [order, ann] = [await anOrder(), await aUser()];
    expect(await idsIn("assigned_to=unassigned&limit=1000")).toContain(order);
    await assign([order], ann);
    expect(await idsIn("assigned_to=unassigned&limit=1000")).not.toContain(order);
    await assign([order], null);
    expect(await idsIn("assigned_to=unassigned&limit=1000")).toContain(order);
    await shop.db.run({
      text: `update "order" set fulfillment_status = 'shipped' where id = $1`,
      values: [order],
    });
    expect(await idsIn("assigned_to=unassigned&limit=1000")).not.toContain(order);
  });

  it("waits for another user when its user has left, and lists show a new name at once", async () => {
    const [order, ann] = [await anOrder(), await aUser()];
    await assign([order], ann);
    const named = async () => (await list(`assigned_to=${ann}`)).orders[0]?.assignee.first_name;
    expect(await named()).toBe("Ann");
    await shop.admin.post(`/admin/users/${ann}`, { first_name: "Anna" });
    expect(await named()).toBe("Anna");
    await shop.admin.delete(`/admin/users/${ann}`);
    expect(await idsIn("assigned_to=unassigned&limit=1000")).toContain(order);
  });

  it.each([
    ["an unknown user", { user_id: "usr_unknown" }, 400, "user_id: there is no user usr_unknown"],
    ["no user at all", { user_id: undefined }, 400, "user_id is required"],
    ["an unknown order", { order_ids: ["order_unknown"] }, 404, "Order with id: order_unknown was not found"],
    ["no orders", { order_ids: [] }, 400, "order_ids"],
  ])("is not assigned with %s", async (_, sent, status, message) => {
    const [order, ann] = [await anOrder(), await aUser()];
    const answer = await shop.admin.post("/admin/order-assignees", {
      order_ids: [order],
      user_id: ann,
      ...sent,
    });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(message);
    expect(await assigned(order)).toEqual([]);
    expect((await list(`id=${order}`)).orders[0].assignee).toBeNull();
  });

  it("keeps its user from the storefront", async () => {
    const [order, ann] = [await anOrder(), await aUser()];
    await assign([order], ann);
    expect((await shop.visitor().get(`/store/orders/${order}?expand=assignee`)).status).toBe(400);
  });
});

describe("a note", () => {
  const write = (body: object) =>
    shop.admin.post("/admin/notes", {
      resource_id: "order_1",
      resource_type: "order",
      value: "@Ann please call",
      ...body,
    });
  const mentioned = async (id: string) =>
    (await eventsAbout(shop, id)).filter(({ name }) => name === "note.mentioned").map(({ data }) => data);

  it("notifies each mentioned user once, and answers as v1 does", async () => {
    const [ann, ben] = [await aUser(), await aUser("Ben")];
    const plain = await write({});
    const { status, body } = await write({ mentions: [ann, ann, shop.adminId] });
    expect(status).toBe(200);
    expect(Object.keys(body.note)).toEqual(Object.keys(plain.body.note));
    const { id } = body.note;
    const about = { id, author_id: shop.adminId, resource_id: "order_1", resource_type: "order" };
    expect(await mentioned(id)).toEqual([{ ...about, user_id: ann }]);
    await shop.admin.post(`/admin/notes/${id}`, { value: "@Ann @Ben please call", mentions: [ann, ben] });
    await shop.admin.post(`/admin/notes/${id}`, { value: "@Ann please call soon" });
    expect(await mentioned(id)).toEqual([
      { ...about, user_id: ann },
      { ...about, user_id: ben },
    ]);
  });

  it("is refused with an unknown user, and nothing is stored", async () => {
    const count = async () => (await shop.admin.get("/admin/notes?limit=1")).body.count;
    const before = await count();
    const { status, body } = await write({ mentions: ["usr_unknown"] });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "mentions: there is no user usr_unknown",
    });
    expect((await write({ mentions: "usr_unknown" })).status).toBe(400);
    expect(await count()).toBe(before);
  });
});

it("names of colleagues are for every user, and nothing else about them", async () => {
  const id = await aUser("Zelda");
  const { body } = await shop.admin.get("/admin/users/colleagues?q=zeld");
  expect(body.colleagues).toEqual([{ id, email: expect.any(String), first_name: "Zelda", last_name: null }]);
  expect((await shop.visitor().get("/admin/users/colleagues")).status).toBe(401);
});

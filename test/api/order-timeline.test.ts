import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let adminId: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  adminId = (await shop.admin.get("/admin/auth")).body.user.id;
});

interface Moment {
  name: string;
  entity_id: string;
  user: { id: string; email: string } | null;
  customer: { id: string } | null;
}

const bought = async () =>
  anOrder(shop.visitor(), { place, variantId: await aSoldVariant(shop, { stock: 10, price: 1000 }) });
const timelineOf = async (id: string, query = ""): Promise<Moment[]> =>
  (await shop.admin.get(`/admin/orders/${id}/timeline?${query}`)).body.timeline;

describe("the timeline of an order", () => {
  it("shows all events, newest first, with their users", async () => {
    const order = await bought();
    await shop.admin.post(`/admin/orders/${order.id}/capture`);
    await shop.admin.post("/admin/notes", {
      resource_id: order.id,
      resource_type: "order",
      value: "Gift wrap",
    });
    const moments = await timelineOf(order.id);
    expect(moments.map(({ name }) => name).filter((name) => /^(order|note)\./.test(name))).toEqual([
      "note.created",
      "order.payment_captured",
      "order.placed",
    ]);
    expect(moments[0]!.user).toEqual({
      id: adminId,
      email: "admin@example.com",
      first_name: null,
      last_name: null,
    });
    expect(moments.at(-1)).toMatchObject({ name: "order.placed", user: null, customer: null });
  });

  it("has nothing of other orders, and is a 404 for an unknown order", async () => {
    const [mine, other] = [await bought(), await bought()];
    await shop.admin.post(`/admin/orders/${other.id}/capture`);
    expect((await timelineOf(mine.id)).map(({ name }) => name)).toEqual(["order.placed"]);
    const { status, body } = await shop.admin.get("/admin/orders/order_unknown/timeline");
    expect({ status, type: body.type }).toEqual({ status: 404, type: "not_found" });
    expect((await shop.visitor().get(`/admin/orders/${mine.id}/timeline`)).status).toBe(401);
  });

  it("comes in pages, two statements each", async () => {
    const order = await bought();
    await shop.admin.post(`/admin/orders/${order.id}/complete`);
    const first = await shop.admin.get(`/admin/orders/${order.id}/timeline?limit=1`);
    expect(first.body).toMatchObject({ count: 2, offset: 0, limit: 1 });
    const { result, statements } = await countingStatements(shop.db, () =>
      timelineOf(order.id, "limit=1&offset=1"),
    );
    expect(result.map(({ name }) => name)).toEqual(["order.placed"]);
    expect(statements).toHaveLength(2);
  });
});

interface Entry {
  user_id: string;
  user: { email: string };
  method: string;
  path: string;
  body: Record<string, unknown> | null;
}

const entries = async (query = ""): Promise<Entry[]> =>
  (await shop.admin.get(`/admin/audit-log?${query}`)).body.entries;

describe("the audit log", () => {
  it("has every change of a user with its body", async () => {
    const { body } = await shop.admin.post("/admin/collections", { title: "Audited" });
    const path = `/admin/collections/${body.collection.id}`;
    await shop.admin.post(path, { title: "Audited again", metadata: { api_key: "k", shelf: 7 } });
    await shop.admin.delete(path);
    expect((await entries("path=/admin/collections")).slice(0, 3)).toMatchObject([
      { user_id: adminId, method: "DELETE", path, body: null },
      {
        method: "POST",
        path,
        body: { title: "Audited again", metadata: { api_key: "[redacted]", shelf: 7 } },
        before: { title: "Audited", metadata: null },
        after: { title: "Audited again", metadata: { api_key: "[redacted]", shelf: 7 } },
      },
      { method: "POST", path: "/admin/collections", body: { title: "Audited" } },
    ]);
    expect((await entries("method=DELETE&limit=1"))[0]!.user.email).toBe("admin@example.com");
    expect(await entries("user_id=usr_nobody")).toEqual([]);
    expect(await entries("until=2020-01-01")).toEqual([]);
  });

  it("has no refused changes, reads, or changes by customers", async () => {
    const variantId = await aSoldVariant(shop, { stock: 10, price: 1000 });
    const before = (await shop.admin.get("/admin/audit-log")).body.count;
    expect((await shop.admin.post("/admin/collections", { title: 7 })).status).toBe(400);
    expect((await shop.admin.post("/admin/collections/pcol_unknown", { title: "x" })).status).toBe(404);
    await shop.admin.get("/admin/collections");
    await anOrder(shop.visitor(), { place, variantId });
    expect((await shop.admin.get("/admin/audit-log")).body.count).toBe(before);
  });

  it("keeps no passwords, and is for users only", async () => {
    const sent = { email: "second@example.com", password: "a secret of its own", first_name: "Eve" };
    expect((await shop.admin.post("/admin/users", sent)).status).toBe(200);
    const [entry] = await entries("path=/admin/users&limit=1");
    expect(entry!.body).toEqual({ ...sent, password: "[redacted]" });
    expect((await shop.visitor().get("/admin/audit-log")).status).toBe(401);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startShop, type TestShop } from "../support/app.ts";
import { countingStatements } from "../support/statements.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

describe("collections", () => {
  it("gives a new collection a handle made from its title", async () => {
    const { status, body } = await shop.admin.post("/admin/collections", { title: "Summer Wear" });
    expect(status).toBe(200);
    expect(body.collection).toMatchObject({
      title: "Summer Wear",
      handle: "summer-wear",
      metadata: null,
      products: [],
    });
    expect(body.collection.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("reads one collection with one statement and a page with two", async () => {
    const { body } = await shop.admin.post("/admin/collections", { title: "Counted" });
    const one = await countingStatements(shop.db, () =>
      shop.admin.get(`/admin/collections/${body.collection.id}`),
    );
    expect(one.statements).toHaveLength(1);
    expect(one.credentials).toBe(1);
    const page = await countingStatements(shop.db, () => shop.admin.get("/admin/collections"));
    expect(page.result.status).toBe(200);
    expect(page.statements).toHaveLength(2);
    const visitor = shop.visitor();
    const store = await countingStatements(shop.db, () =>
      visitor.get(`/store/collections/${body.collection.id}`),
    );
    expect(store.statements).toHaveLength(1);
    expect(store.credentials).toBe(0);
  });
});

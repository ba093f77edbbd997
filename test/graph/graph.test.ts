import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { entity, many, one, rowColumns, text } from "../../src/graph/entity.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { selectionOf } from "../../src/graph/selection.ts";
import { entities } from "../../src/modules.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";

let database: TestDatabase;
let db: Db;
let graph: Graph;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url });
    graph = new Graph(db, new Registry(entities));
  },
  async () => {
    await db.close();
    await database.drop();
  },
);

describe("every described entity", () => {
  it.each(entities.map((each) => [each.name, each] as const))(
    "%s reads with each of its relations",
    async (_, described) => {
      const view = { entity: described, relations: Object.keys(described.relations) };
      const { rows, count } = await graph.list(view, { limit: 2, offset: 0, order: described.key });
      expect(rows.length).toBeLessThanOrEqual(Math.min(count, 2));
      for (const row of rows) {
        const expected = [...Object.keys(described.columns), ...Object.keys(described.relations)];
        expect(Object.keys(row).sort()).toEqual(expected.sort());
      }
      expect(
        await graph.find(
          view,
          "nobody",
          described.columns[described.key]?.type === "integer" ? { by: "iso_2" } : {},
        ),
      ).toBeNull();
    },
  );
});

describe("the registry", () => {
  const pet = entity({
    name: "pet",
    columns: { ...rowColumns, name: text.required },
    relations: { owner: one("owner", "owner_id") },
  });

  it("refuses a relation that leads nowhere", () => {
    expect(() => new Registry([pet])).toThrow("pet.owner leads to owner, which is not described");
  });

  it("refuses a name that is taken", () => {
    const owner = entity({ name: "owner", columns: rowColumns });
    expect(() => new Registry([pet, owner, owner])).toThrow("described twice");
  });
});

describe("selections", () => {
  const order = entity({
    name: "order_x",
    columns: rowColumns,
    relations: { items: many("item_x", "order_id") },
    eager: ["items"],
  });
  const item = entity({ name: "item_x", columns: { ...rowColumns, title: text.required } });
  const registry = new Registry([order, item]);

  it("include eager relations with any selection", () => {
    const selection = selectionOf(registry, { entity: order }, { expand: "", fields: "" });
    expect([...selection.columns]).toEqual(["id"]);
    expect([...selection.relations.keys()]).toEqual(["items"]);
    const named = selectionOf(registry, { entity: order }, { expand: "", fields: "items.title" });
    expect([...named.relations.get("items")!.columns].sort()).toEqual(Object.keys(item.columns).sort());
  });

  it("may be restricted by the route", () => {
    const view = { entity: order, allowedFields: ["created_at"], allowedRelations: [] };
    expect(() => selectionOf(registry, view, { fields: "updated_at" })).toThrow("updated_at");
    expect(() => selectionOf(registry, view, { expand: "items" })).toThrow("items");
    expect([...selectionOf(registry, view, { fields: "created_at" }).columns].sort()).toEqual([
      "created_at",
      "id",
    ]);
  });
});

describe("statements", () => {
  it("are prepared once for a shape and only bound afterwards", async () => {
    const view = { entity: graph.registry.get("currency") };
    const names = new Set<string | undefined>();
    const listener = ({ name }: { name?: string }) => names.add(name);
    db.onStatement.add(listener);
    for (const code of ["eur", "usd", "dkk"]) expect(await graph.find(view, code)).toMatchObject({ code });
    db.onStatement.delete(listener);
    expect(names.size).toBe(1);
    expect([...names][0]).toMatch(/^graph-/);
  });

  it("show time stamps in milliseconds and UTC", async () => {
    const found = await graph.list(
      { entity: graph.registry.get("store") },
      { limit: 1, offset: 0, order: "id" },
    );
    expect(found.rows[0]?.["created_at"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});

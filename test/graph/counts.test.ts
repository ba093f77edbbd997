import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import type { Filter } from "../../src/graph/filter.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { entities } from "../../src/modules.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";

let database: TestDatabase;
let db: Db;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url });
  },
  async () => {
    await db.close();
    await database.drop();
  },
);

/** As another process would: with a memory of its own. */
const newGraph = () => new Graph(db, new Registry(entities));

const counted = async (name: string, filters: Filter[] = [], graph = newGraph()) => {
  const view = { entity: graph.registry.get(name) };
  return (await graph.list(view, { limit: 1, offset: 0, order: "id", filters })).count;
};

const fill = (table: string, rows: number) =>
  db.run({
    text: `insert into ${table} (id, value)
      select 'x_' || n, case when n <= 5 then 'rare' when n <= 10005 then 'common' else 'other ' || n end
      from generate_series(1, $1::int) n`,
    values: [rows],
  });

const withValue = (value: string): Filter[] => [{ kind: "equals", column: "value", value }];

describe("the count of a list", () => {
  it("is exact up to ten thousand, and at least one more beyond", async () => {
    await fill("product_type", 12_000);
    expect(await counted("product_type", withValue("rare"))).toBe(5);
    expect(await counted("product_type", withValue("common"))).toBe(10_000);
    expect(await counted("product_type", withValue("nothing"))).toBe(0);
    expect(await counted("product_type")).toBeGreaterThan(10_000);
  });

  it("takes one statement where there are few rows", async () => {
    const { statements } = await countingStatements(db, () => counted("store"));
    expect(statements).toHaveLength(2);
  });

  describe("in a large table", () => {
    it.beforeAll(async () => {
      await fill("product_tag", 60_000);
      await db.run({ text: "analyze product_tag", values: [] });
    });

    it("is what the planner expects of long lists, without counting", async () => {
      const { result, statements } = await countingStatements(db, () => counted("product_tag"));
      expect(result).toBe(60_000);
      expect(statements).toHaveLength(3);
      expect(statements.filter((text) => text.startsWith("explain"))).toHaveLength(1);
    });

    it("is still exact up to ten thousand", async () => {
      expect(await counted("product_tag", withValue("rare"))).toBe(5);
      expect(await counted("product_tag", withValue("common"))).toBe(10_000);
      expect(await counted("product_tag", withValue("nothing"))).toBe(0);
    });

    it("is the same for a process that has just started and for one that has seen the table", async () => {
      const old = newGraph();
      for (const filters of [[], withValue("common"), withValue("rare"), []]) {
        const first = await counted("product_tag", filters, old);
        expect(await counted("product_tag", filters, newGraph())).toBe(first);
        expect(await counted("product_tag", filters, old)).toBe(first);
      }
    });

    it("comes with values that are computed once for the list", async () => {
      const graph = newGraph();
      const view = { entity: graph.registry.get("product_tag") };
      const context = {
        name: "sum",
        values: [2, 3],
        sql: (_: string, [a, b]: readonly string[]) => `${a}::int + ${b}::int`,
      };
      for (const filters of [[], withValue("rare")]) {
        const { rows, context: sum } = await graph.list(view, {
          limit: 2,
          offset: 3,
          order: "id",
          filters,
          context,
        });
        expect(rows).toHaveLength(2);
        expect(sum).toBe(5);
      }
    });
  });
});

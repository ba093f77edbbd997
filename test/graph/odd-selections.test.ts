import { describe, expect } from "vitest";
import { type Db, openDatabase, type Sql } from "../../src/db/database.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import type { View } from "../../src/graph/selection.ts";
import { entities } from "../../src/modules.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";

let database: TestDatabase;
let db: Db;
let graph: Graph;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    // One connection: it has to prepare every statement.
    db = openDatabase({ url: database.url, poolSize: 1 });
    graph = new Graph(db, new Registry(entities));
  },
  async () => {
    await db.close();
    await database.drop();
  },
);

const viewOf = (name: string) => ({ entity: entities.find((each) => each.name === name)! });
const [product, cart, region] = ["product", "cart", "region"].map(viewOf) as [View, View, View];

/** The columns of an entity that the binary digits of the number choose: another selection for each number. */
const oddFields = ({ entity }: View, number: number, prefix = "") =>
  Object.keys(entity.columns)
    .filter((column, place) => !column.startsWith("$") && (number >> place) % 2 === 1)
    .map((column) => `${prefix}${column}`)
    .join();

const statementsOf = async (work: () => Promise<unknown>): Promise<Sql[]> => {
  const sent: Sql[] = [];
  const listener = (sql: Sql) => sent.push(sql);
  db.onStatement.add(listener);
  await work();
  db.onStatement.delete(listener);
  return sent;
};

const preparedOnServer = async () => {
  const rows = await db.run<{ name: string; at: Date }>({
    text: "select name, prepare_time as at from pg_prepared_statements",
    values: [],
  });
  return new Map(rows.map(({ name, at }) => [name, at.getTime()]));
};

describe("after 2,500 odd selections of products", () => {
  const read = (fields: string) => graph.find(product, "none", { fields });
  const common = () => read("id,title,handle");

  it("an odd one and a common one are still prepared, and nothing has grown without a limit", async () => {
    const [{ name: commonName } = { name: undefined }] = await statementsOf(common);
    const before = (await preparedOnServer()).get(commonName!);
    expect(before).toBeDefined();
    for (let number = 1; number <= 2_500; number++) {
      await read(oddFields(product, number));
      if (number % 100 === 0) await common();
    }
    const sent = await statementsOf(async () => {
      for (const number of [2_501, 2_501, 1]) await read(oddFields(product, number));
      await common();
    });
    const names = sent.map(({ name }) => name);
    expect(names).toEqual([names[0], names[0], names[2], commonName]);
    expect(names).not.toContain(undefined);

    const prepared = await preparedOnServer();
    expect(prepared.size).toBeLessThanOrEqual(501);
    expect(prepared.get(commonName!)).toBe(before);
    expect(graph.cachedShapes).toBe(2_000);
  });
});

describe("odd selections of reference data", () => {
  it("are cached up to a limit, also within one version", async () => {
    await db.run({
      text: "insert into region (id, name, currency_code, tax_rate) values ('reg_odd', 'Odd', 'usd', 0)",
      values: [],
    });
    await db.run({ text: "insert into cart (id, region_id) values ('cart_odd', 'reg_odd')", values: [] });
    for (let number = 1; number <= 600; number++) {
      const fields = `id,${oddFields(region, number, "region.")}`;
      const found = await graph.find(cart, "cart_odd", { fields });
      expect(found).toMatchObject({ region: { id: "reg_odd" } });
    }
    expect(graph.cachedRows).toBe(200);
  });
});

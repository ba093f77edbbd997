import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adoptDatabase, type Step } from "../../src/adopt/adopt-database.ts";
import { undoAdoption } from "../../src/adopt/undo-adoption.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { describeSchema } from "../support/postgres/schema-description.ts";
import { until } from "../support/time/until.ts";
import { copyOf, v1Database } from "../support/v1/database.ts";
import { asNamedByV1 } from "../support/v1/names.ts";

let template: TestDatabase;
let database: TestDatabase;

beforeAll(async () => {
  template = await v1Database();
  await queryRows(template.url, asNamedByV1);
});
afterAll(() => template.drop());
beforeEach(async () => {
  database = await copyOf(template);
});
afterEach(() => database.drop());

async function withClient<Result>(
  work: (client: pg.Client) => Promise<Result>,
  name = "test",
): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url, application_name: name });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const adopt = (report: (step: Step) => void = () => {}) =>
  withClient((client) => adoptDatabase(client, report));
const undo = () => withClient((client) => undoAdoption(client, { report: () => {}, accept: async () => {} }));

/** Lines about the list of v1's migrations, and about what the plugin has added. */
const OTHERS = /migrations|plugin_/;

/** Everything but rows. Added columns are at the end of their tables: so the order does not count. */
async function schemaOf(url: string): Promise<string[]> {
  const [schema] = (await describeSchema(url)).split("# rows");
  return schema!
    .split("\n")
    .filter((line) => !OTHERS.test(line))
    .sort();
}

const countOf = async (table: string) =>
  Number((await queryRows<{ count: string }>(database.url, `select count(*) from ${table}`))[0]!.count);

describe("a database of v1 that is adopted", () => {
  it("has the schema of a new shop, and what a plugin has added", async () => {
    const fresh = await freshDatabase();
    const { totals } = await adopt();
    expect(await schemaOf(database.url)).toEqual(await schemaOf(fresh.url));
    expect(totals?.orders).toBe("0");
    expect(await countOf("plugin_review")).toBe(0);
    await fresh.drop();
  });

  it("counts the orders of v1 in its figures, once", async () => {
    const isNew = `select count(*) from tradewind.analytics_order_change where order_id = 'order_1'`;
    await queryRows(
      database.url,
      `insert into region (id, name, currency_code, tax_rate) values ('reg_1', 'EU', 'eur', 0);
       insert into customer (id, email) values ('cus_1', 'anna@shop.example');
       insert into "order" (id, customer_id, email, region_id, currency_code)
         values ('order_1', 'cus_1', 'anna@shop.example', 'reg_1', 'eur')`,
    );
    await adopt();
    await adopt();
    expect(await queryRows(database.url, isNew)).toEqual([{ count: "1" }]);
  });

  it("is the same after the command is repeated", async () => {
    await adopt();
    const before = await schemaOf(database.url);
    await adopt();
    expect(await schemaOf(database.url)).toEqual(before);
  });

  it("has the same schema wherever the command was interrupted", async () => {
    const fresh = await freshDatabase();
    const steps: string[] = [];
    await adopt(({ title, done }) => steps.push(`${title} ${done}`));
    const interrupted = [...new Set([1, Math.floor(steps.length / 2), steps.length - 1])];
    for (const place of interrupted) {
      await database.drop();
      database = await copyOf(template);
      let step = 0;
      const stop = () => {
        if (step++ === place) throw new Error("interrupted");
      };
      await expect(adopt(stop)).rejects.toThrow("interrupted");
      await adopt();
      expect(await schemaOf(database.url)).toEqual(await schemaOf(fresh.url));
    }
    await fresh.drop();
  });

  it("waits for an open transaction of v1 without stopping the others", async () => {
    await withClient(async (v1) => {
      await v1.query("begin");
      await v1.query(`select from "order"`);
      let isWaiting = false;
      const adopting = adopt(({ title }) => {
        isWaiting ||= title.startsWith("waiting for the tables: process");
      });
      await until(() => isWaiting);
      await withClient((other) =>
        other.query("insert into customer (id, email) values ('cus_1', 'anna@shop.example')"),
      );
      await v1.query("commit");
      await adopting;
    });
    expect(await countOf("customer")).toBe(1);
    expect(await countOf("tradewind.migration")).toBeGreaterThan(2);
  });
});

describe("an adoption that is undone", () => {
  it("leaves the schema of v1, and what was written meanwhile", async () => {
    const before = await schemaOf(database.url);
    await adopt();
    await queryRows(database.url, "insert into customer (id, email) values ('cus_1', 'anna@shop.example')");
    expect(await undo()).toEqual({ keptTables: [], stockedVariants: 0 });
    expect(await schemaOf(database.url)).toEqual(before);
    expect(await countOf("customer")).toBe(1);
  });

  it("leaves a table that v1 did not have as long as it has rows", async () => {
    await adopt();
    await queryRows(database.url, "insert into stock_location (id, name) values ('sloc_1', 'Harbour')");
    expect(await undo()).toMatchObject({ keptTables: ["stock_location"] });
    expect(await countOf("stock_location")).toBe(1);
  });

  it("leaves nothing of a command that was interrupted before the switch", async () => {
    const before = await schemaOf(database.url);
    const stop = ({ title }: Step) => {
      if (title === "switching the schema") throw new Error("interrupted");
    };
    await expect(adopt(stop)).rejects.toThrow("interrupted");
    await undo();
    expect(await schemaOf(database.url)).toEqual(before);
  });

  it("is refused while Tradewind runs on the database, and changes nothing", async () => {
    await adopt();
    const before = await schemaOf(database.url);
    await withClient(async () => {
      await expect(undo()).rejects.toThrow(
        "Tradewind is running on this database (1 connections): stop it first",
      );
    }, "tradewind 0.1.0");
    expect(await schemaOf(database.url)).toEqual(before);
  });

  it("is refused when there is none", async () => {
    await expect(undo()).rejects.toThrow("there is no adoption to undo");
  });
});

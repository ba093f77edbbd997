import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adoptDatabase } from "../../src/adopt/adopt-database.ts";
import { undoAdoption } from "../../src/adopt/undo-adoption.ts";
import { migrate } from "../../src/db/migrations/migrate.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
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

const on = (text: string) => queryRows<Record<string, unknown>>(database.url, text);

async function withClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const adopt = () => withClient((client) => adoptDatabase(client, () => {}));
const undo = () => withClient((client) => undoAdoption(client, { report: () => {}, accept: async () => {} }));

const ELSEWHERE = "create schema extensions; alter extension pg_trgm set schema extensions";
const MUG = "insert into product (id, title, status) values ('prod_1', 'Coffee mug', 'published')";
const MISSPELLED =
  "select tradewind.product_query('coffe mgu')::text as query, tradewind.product_query('cofffee')::text as near";

describe("the extension pg_trgm in a schema of its own", () => {
  it("is found there by an adoption and its undo", async () => {
    await on(ELSEWHERE);
    await adopt();
    await on(MUG);
    expect(await on(MISSPELLED)).toEqual([{ query: expect.any(String), near: "'coffee'" }]);
    await undo();
    expect(
      await on("select indexname from pg_indexes where indexname = 'idx_gin_product_title'"),
    ).toHaveLength(1);
  });

  it("is found there by a new shop", async () => {
    await database.drop();
    database = await freshDatabase({ empty: true });
    await on("create schema extensions; create extension pg_trgm schema extensions");
    await migrate({ connectionString: database.url });
    await on(MUG);
    expect(await on(MISSPELLED)).toEqual([{ query: expect.any(String), near: "'coffee'" }]);
  });
});

describe("a publication for all tables", () => {
  const PUBLISHED = "create publication everything for all tables";
  const WRITES = `${MUG}; update product set title = 'Mug';
    insert into tradewind.change_log (subject) values ('catalogue'); delete from tradewind.change_log;
    update tradewind.change_log_run set mark = 'new'; delete from tradewind.analytics_order_change;
    delete from tradewind.analytics_cart_change; delete from tradewind.fulfillment_stock;
    delete from product_category_product; delete from product_shipping_profile`;

  it("does not stop an adoption, what Tradewind writes, or the undo", async () => {
    await on(PUBLISHED);
    await adopt();
    await on(WRITES);
    await undo();
    await on("update product set title = 'Cup'");
  });

  it("does not stop a new shop", async () => {
    await database.drop();
    database = await freshDatabase({ empty: true });
    await on(PUBLISHED);
    await migrate({ connectionString: database.url });
    await on(WRITES);
  });
});

import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { describe, expect } from "vitest";
import { addChannels, allWrongPlaces, countMarks } from "../support/factories/product-positions.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { cases } from "../support/runner/short-form.ts";
import { patience } from "../support/time/patience.ts";

const PRODUCTS = 60;

let database: TestDatabase;
const clients: pg.Client[] = [];
let reader: pg.Client;
let keeper: pg.Client;
let first: pg.Client;
let second: pg.Client;
let third: pg.Client;

const it = withSetup(
  async () => {
    database = await freshDatabase();
    for (let each = 0; each < 5; each++) {
      const client = new pg.Client({ connectionString: database.url, statement_timeout: patience(20_000) });
      await client.connect();
      clients.push(client);
    }
    [reader, keeper, first, second, third] = clients as [
      pg.Client,
      pg.Client,
      pg.Client,
      pg.Client,
      pg.Client,
    ];
    await addChannels(reader);
  },
  async () => {
    for (const client of clients) await client.end();
    await database.drop();
  },
);
it.beforeEach(async () => {
  await reader.query("delete from product_sales_channel");
  await reader.query("delete from product");
  await reader.query(
    `insert into product (id, title, status, created_at)
     select 'prod_' || n, 'Product', 'published', timestamptz '2024-01-01' + n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [PRODUCTS],
  );
  await reader.query("insert into product_sales_channel select id, 'sc_here' from product");
  await keep();
  expect(await countMarks(reader, "sc_here")).toBeGreaterThan(5);
});

const keep = () => keeper.query("select tradewind.count_product_segments(5)");

let made = 0;
/** Three writers whose rows do not meet, but whose changes decide together which products are listed. */
const writers: (() => { client: pg.Client; write: (number: number) => Promise<unknown> })[] = [
  () => ({
    client: first,
    write: (number) =>
      first.query(
        `update product set status = (case status when 'draft' then 'published' else 'draft' end)::product_status_enum
         where id = 'prod_' || $1::int`,
        [1 + (number % PRODUCTS)],
      ),
  }),
  () => ({
    client: second,
    write: (number) =>
      second.query(
        number % 2 === 0
          ? "delete from product_sales_channel where product_id = 'prod_' || $1::int"
          : "insert into product_sales_channel values ('prod_' || $1::int, 'sc_here') on conflict do nothing",
        [1 + (number % PRODUCTS)],
      ),
  }),
  () => ({
    client: third,
    write: async (number) => {
      const id = `prod_new_${++made}`;
      const at = new Date(Date.UTC(2024, 0, 1, 0, number % PRODUCTS, 30));
      await third.query(
        "insert into product (id, title, status, created_at) values ($1, 'New', 'published', $2)",
        [id, at],
      );
      await third.query("insert into product_sales_channel values ($1, 'sc_here')", [id]);
    },
  }),
];

describe("places of products while others write", () => {
  it("are exact for every reader, at any point of other transactions", async () => {
    const step = fc.tuple(
      fc.constantFrom("write", "write", "commit", "rollback", "keep"),
      fc.nat({ max: 500 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const open = new Set<pg.Client>();
        try {
          for (const [what, number] of steps) {
            const { client, write } = writers[number % writers.length]!();
            if (what === "keep") await keep();
            else if (what === "write") {
              if (!open.has(client)) await client.query("begin");
              open.add(client);
              await write(number);
            } else if (open.delete(client)) await client.query(what);
            expect(await allWrongPlaces(reader), what).toEqual([]);
          }
        } finally {
          for (const client of open) await client.query("commit");
        }
        expect(await allWrongPlaces(reader)).toEqual([]);
      }),
      { numRuns: cases(5) },
    );
  });

  it("are exact when a product moves in time while it is put into a channel", async () => {
    await second.query("delete from product_sales_channel where product_id = 'prod_30'");
    await keep();
    await second.query("begin");
    await second.query("insert into product_sales_channel values ('prod_30', 'sc_here')");
    const moved = first.query("update product set created_at = '2024-01-01 00:50:30' where id = 'prod_30'");
    await Promise.race([moved, pause(200)]);
    await keep();
    await second.query("commit");
    await moved;
    await keep();
    expect(await allWrongPlaces(reader)).toEqual([]);
  });

  it("are exact when a product is put into a channel by a transaction that sees it where it was", async () => {
    await second.query("delete from product_sales_channel where product_id = 'prod_30'");
    await second.query("begin isolation level repeatable read");
    await second.query("select from product");
    await first.query("update product set created_at = '2024-01-01 00:50:30' where id = 'prod_30'");
    await keep();
    await second.query("insert into product_sales_channel values ('prod_30', 'sc_here')");
    await second.query("commit");
    expect(await allWrongPlaces(reader)).toEqual([]);
    await keep();
    expect(await allWrongPlaces(reader)).toEqual([]);
  });

  it("are exact when a link is committed after its product, which it could not see", async () => {
    await first.query("begin");
    await first.query("insert into product (id, title, status) values ('prod_late', 'Late', 'published')");
    await second.query("begin");
    await second.query("insert into product_sales_channel values ('prod_late', 'sc_here')");
    await first.query("commit");
    await keep();
    await second.query("commit");
    expect(await allWrongPlaces(reader)).toEqual([]);
  });

  it("block no one: writers wait neither for each other nor for the count of the segments", async () => {
    await first.query("begin");
    await first.query("insert into product (id, title) values ('prod_a', 'A')");
    await second.query("begin");
    await second.query("insert into product (id, title) values ('prod_b', 'B')");
    await reader.query("update product set status = 'draft' where id = 'prod_7'");
    await third.query("begin");
    await third.query("select tradewind.count_product_segments(5)");
    await keep();
    await first.query("insert into product_sales_channel values ('prod_a', 'sc_here')");
    await second.query("insert into product_sales_channel values ('prod_b', 'sc_here')");
    for (const client of [second, first, third]) await client.query("commit");
    expect(await allWrongPlaces(reader)).toEqual([]);
  });
});

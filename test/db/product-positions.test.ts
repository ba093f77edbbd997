import fc from "fast-check";
import pg from "pg";
import { describe, expect } from "vitest";
import { addChannels, allWrongPlaces, CHANNELS, countMarks } from "../support/factories/product-positions.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";

let database: TestDatabase;
let client: pg.Client;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await addChannels(client);
  },
  async () => {
    await client.end();
    await database.drop();
  },
);
it.beforeEach(() => client.query("begin"));
it.afterEach(() => client.query("rollback"));

let made = 0;
const ids = (count: number) => Array.from({ length: count }, () => `prod_${Math.random()}_${++made}`);

const insertProducts = (products: string[], { at = "now()", status = "published" } = {}) =>
  client.query(
    `insert into product (id, title, status, created_at) select id, id, $2::product_status_enum, ${at} from unnest($1::text[]) id`,
    [products, status],
  );

const sell = (products: string[], channel: string) =>
  client.query(
    "insert into product_sales_channel (product_id, sales_channel_id) select unnest($1::text[]), $2 on conflict do nothing",
    [products, channel],
  );

const keep = (step = 5) => client.query("select tradewind.count_product_segments($1)", [step]);

const noted = async () => {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from tradewind.product_change",
  );
  return rows[0]!.count;
};

/** Some of the products, the same ones for the same number. */
const some = (column: string, among: number) => `abs(hashtext(${column})) % 7 = ${among % 7}`;
const moments = [
  "'2024-01-01'",
  "'2024-01-02'",
  "'2024-01-02 00:00:00.000001'",
  "'2030-01-01'",
  "'-infinity'",
];

/** Everything that can happen to lists of products. */
const changes: Record<string, (number: number) => Promise<unknown>> = {
  async insertWithLinks(number) {
    const products = ids(1 + (number % 40));
    await insertProducts(products, { at: moments[number % moments.length]! });
    await sell(products, CHANNELS[number % 2]!);
  },
  insertDrafts: (number) =>
    insertProducts(ids(1 + (number % 9)), { status: "draft", at: moments[number % moments.length]! }),
  async linkBeforeProduct(number) {
    const products = ids(3);
    await sell(products, CHANNELS[number % 2]!);
    await insertProducts(products);
  },
  publish: (number) => client.query(`update product set status = 'published' where ${some("id", number)}`),
  unpublish: (number) => client.query(`update product set status = 'draft' where ${some("id", number)}`),
  remove: (number) => client.query(`update product set deleted_at = now() where ${some("id", number)}`),
  restore: (number) => client.query(`update product set deleted_at = null where ${some("id", number)}`),
  erase: (number) => client.query(`delete from product where ${some("id", number)}`),
  async rename(number) {
    // The search refers to products by their id.
    await client.query("delete from tradewind.product_search");
    await client.query(`update product set id = id || 'x' where ${some("id", number)}`);
  },
  moveInTime: (number) =>
    client.query(
      `update product set created_at = ${moments[number % moments.length]} where ${some("title", number)}`,
    ),
  retitle: (number) => client.query(`update product set title = title || '!' where ${some("id", number)}`),
  sellEverywhere: (number) =>
    client.query(
      `insert into product_sales_channel (product_id, sales_channel_id)
       select product.id, channel.id from product, sales_channel channel where ${some("product.id", number)}
       on conflict do nothing`,
    ),
  stopSelling: (number) =>
    client.query(`delete from product_sales_channel where ${some("product_id", number)}`),
  changeChannel: (number) =>
    client.query(
      `update product_sales_channel sold set sales_channel_id = 'sc_there' where ${some("product_id", number)}
         and not exists (select from product_sales_channel other
           where other.product_id = sold.product_id and other.sales_channel_id = 'sc_there')`,
    ),
  /** The link of one product becomes that of another which had none. */
  passOn: (number) =>
    client.query(
      `update product_sales_channel sold set product_id = heir.id
       from (select id from product where not exists (
         select from product_sales_channel where product_id = product.id) order by id limit 1) heir
       where sold.product_id = (select min(product_id) from product_sales_channel where ${some("product_id", number)})
         and sold.sales_channel_id = 'sc_here'`,
    ),
  forgetLinks: () => client.query("truncate product_sales_channel"),
  keep: (number) => keep(2 + (number % 9)),
};

describe("places in lists of products", () => {
  it("are those of a plain offset after any change of the products", async () => {
    const change = fc.tuple(
      // Segments are counted often, so that the result depends on them.
      fc.oneof(fc.constantFrom(...Object.keys(changes)), fc.constant("keep")),
      fc.nat({ max: 1_000 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (sequence) => {
        await client.query("savepoint before");
        const products = ids(80);
        await insertProducts(products, { at: "timestamptz '2024-01-01' + random() * interval '3 days'" });
        await sell(products.slice(20), CHANNELS[0]);
        await keep();
        try {
          for (const [name, number] of sequence) {
            await changes[name]!(number);
            expect(await allWrongPlaces(client), name).toEqual([]);
          }
        } finally {
          await client.query("rollback to before");
        }
      }),
      { numRuns: 12 },
    );
  });

  it("stay right when products are loaded without triggers, or all are removed at once", async () => {
    await insertProducts(ids(50));
    await keep();
    await client.query("set local session_replication_role = replica");
    await insertProducts(ids(50), { at: "'2024-01-01'" });
    await client.query("update product set status = 'draft' where id < 'prod_0.5'");
    await sell(ids(3), CHANNELS[0]);
    expect(await allWrongPlaces(client)).toEqual([]);

    await keep();
    await client.query("truncate product cascade");
    expect(await allWrongPlaces(client)).toEqual([]);
    await keep();
    expect(await countMarks(client)).toBe(0);
  });

  it("are found past any number of changes", async () => {
    await insertProducts(ids(60), { at: "timestamptz '2024-01-01' + random() * interval '3 days'" });
    await keep();
    for (const id of ids(150)) await insertProducts([id], { at: "'2024-01-02'" });
    await client.query("update product set status = 'draft' where hashtext(id) % 3 = 0");
    expect(await noted()).toBeGreaterThan(150);
    expect(await allWrongPlaces(client)).toEqual([]);
    await keep();
    expect(await noted()).toBe(0);
    expect(await countMarks(client)).toBeGreaterThan(30);
    expect(await allWrongPlaces(client)).toEqual([]);
  });

  it("are not disturbed by changes that move nothing", async () => {
    await insertProducts(ids(30));
    await keep();
    await client.query("update product set title = 'other', updated_at = now(), metadata = '{}'");
    expect(await noted()).toBe(0);
  });

  it("have marks only as far as there are products", async () => {
    const products = ids(40);
    await insertProducts(products);
    await sell(products, CHANNELS[0]);
    await keep();
    expect(await countMarks(client)).toBe(7);
    expect(await countMarks(client, CHANNELS[0])).toBe(7);
    expect(await countMarks(client, CHANNELS[1])).toBe(0);

    await client.query("delete from sales_channel where id = $1", [CHANNELS[0]]);
    await client.query("update product set deleted_at = now() where id = any($1)", [products.slice(1)]);
    await keep();
    expect(await countMarks(client, CHANNELS[0])).toBe(0);
    expect(await countMarks(client)).toBeLessThanOrEqual(1);
    expect(await allWrongPlaces(client)).toEqual([]);
  });
});

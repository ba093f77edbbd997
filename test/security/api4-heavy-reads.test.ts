import pg from "pg";
import { describe, expect } from "vitest";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const PRODUCTS = 1_000;

let productId: string;
const { it, shop } = withShop(() =>
  startShop({ TRADEWIND_HEAVY_READ_TIMEOUT: "500", TRADEWIND_HEAVY_READ_MEMORY: "256" }),
);

const run = (text: string, ...values: unknown[]) => shop.db.run({ text, values });

/** A catalogue with the texts of a real one: a page of all products has some 8 MB. */
async function manyProducts(): Promise<void> {
  // The index of the texts takes long to make, and does not help with `_n_`.
  await run("drop index idx_product_description_search");
  await run("alter table product disable trigger user");
  await run(
    `insert into product select (jsonb_populate_record(product, jsonb_build_object(
       'id', 'prod_heavy' || n, 'handle', 'heavy-' || n, 'description', repeat('A long text. ', 580)))).*
     from product, generate_series(1, $1::int) n where product.id = $2`,
    PRODUCTS,
    productId,
  );
  await run(
    `insert into product_sales_channel (product_id, sales_channel_id)
     select 'prod_heavy' || n, sales_channel_id from product_sales_channel, generate_series(1, $1::int) n
     where product_id = $2`,
    PRODUCTS,
    productId,
  );
  await run("alter table product enable trigger user");
  await run("insert into tradewind.change_log (subject) values ('catalogue')");
}

it.beforeAll(async () => {
  ({ productId } = await aSoldProduct(shop));
  await manyProducts();
});

/** What others get while many send a heavy read: the statuses of light reads, and those of the heavy ones. */
async function during(requests: number, path: string) {
  let open = requests;
  const heavy: { status: number; retry: string | null; bytes: number }[] = [];
  const flood = Array.from({ length: requests }, async () => {
    const response = await fetch(shop.baseUrl + path);
    const { byteLength: bytes } = await response.arrayBuffer();
    heavy.push({ status: response.status, retry: response.headers.get("retry-after"), bytes });
    open--;
  });
  const light: number[] = [];
  const paths = [`/store/products/${productId}`, "/store/regions", "/store/products?limit=10"];
  while (open > 0) {
    for (const each of paths) light.push((await shop.visitor().get(each)).status);
    light.push((await shop.visitor().post("/store/carts", {})).status);
  }
  await Promise.all(flood);
  return { heavy, light };
}

describe("while many visitors send heavy reads, the others are answered:", () => {
  it("60 times a page of a thousand products", async () => {
    await shop.admin.post("/admin/regions", {
      name: "Anywhere",
      currency_code: "usd",
      tax_rate: 0,
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
      countries: [],
    });
    const { heavy, light } = await during(60, "/store/products?limit=1000");
    expect(light.filter((status) => status !== 200)).toEqual([]);
    const whole = heavy.filter(({ status }) => status === 200);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.every(({ bytes }) => bytes > 7_000_000)).toBe(true);
    const refused = heavy.filter(({ status }) => status !== 200);
    for (const each of refused)
      expect([[429, 503], each.retry]).toEqual([expect.arrayContaining([each.status]), "2"]);
  });

  it("40 times a search that no index can help with", async () => {
    await run("alter table product disable trigger user");
    await run(
      "update product set description = repeat('A long text. ', 80000) where id like 'prod_heavy%00' or id like 'prod_heavy%5'",
    );
    await run("alter table product enable trigger user");
    const { heavy, light } = await during(40, "/store/products?q=_n_");
    expect(light.filter((status) => status !== 200)).toEqual([]);
    for (const { status, retry } of heavy) expect([status, retry]).toEqual([503, "2"]);
  });
});

it("a search that takes too long says what to change", async () => {
  const { status, body } = await shop.visitor().get("/store/products?q=_n_");
  expect({ status, body }).toEqual({
    status: 503,
    body: {
      type: "unexpected_state",
      code: "too_expensive",
      message:
        "This takes the database too long: send a longer q, a smaller limit, or fewer fields and relations.",
    },
  });
  const { body: metrics } = await shop.visitor().get("/metrics");
  expect(metrics).toMatch(/tradewind_heavy_reads\{state="running"\} 0/);
});

it("a search of an administrator, and a report that takes six times as long, end as well", async () => {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await client.query(`begin; lock table product, product_variant, "order"`);
  try {
    for (const path of ["/admin/products?q=boots", "/admin/reports/stock"]) {
      const { status, body } = await shop.admin.get(path);
      expect([path, status, body.code]).toEqual([path, 503, "too_expensive"]);
    }
  } finally {
    await client.end();
  }
  expect((await shop.admin.get("/admin/products?limit=1")).status).toBe(200);
});

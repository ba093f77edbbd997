import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { aChannel, aKey, type Channel, defaultChannel } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

const PRODUCTS = 2_600;

let elsewhere: Channel;
let keyed: Client;

const run = (text: string, values: unknown[] = []) => shop.db.run<Record<string, unknown>>({ text, values });

const { it, shop } = withShop();
it.beforeAll(async () => {
  elsewhere = await aChannel(shop);
  keyed = shop.visitor().with({ "x-publishable-api-key": (await aKey(shop, { channels: [elsewhere] })).id });
  // Some were created in the same moment, as imports do.
  await run(
    `insert into product (id, title, handle, status, created_at)
     select 'prod_' || n, 'Deep ' || n, 'deep-' || n, (case when n % 10 = 0 then 'draft' else 'published' end)::product_status_enum,
       timestamptz '2024-01-01' + (n / 7) * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [PRODUCTS],
  );
  await run(
    `insert into product_sales_channel (product_id, sales_channel_id)
     select product.id, channel.id from product, sales_channel channel
     where channel.id = $1 or hashtext(product.id) % 3 <> 0`,
    [await defaultChannel(shop)],
  );
});

interface Asked {
  status?: string;
  channel?: string;
  order?: string;
  limit: number;
  offset: number;
}

/** The result of a plain statement. */
const expected = async ({ status, channel, order = "created_at desc, id desc", limit, offset }: Asked) => {
  const rows = await run(
    `select id from product where deleted_at is null
       and ($1::text is null or status::text = $1)
       and ($2::text is null or exists (select from product_sales_channel sold
         where sold.product_id = product.id and sold.sales_channel_id = $2))
     order by ${order} limit $3 offset $4`,
    [status ?? null, channel ?? null, limit, offset],
  );
  return rows.map(({ id }) => id);
};

const idsAt = async (client: Client, path: string) => {
  const { status, body } = await client.get(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.products.map(({ id }: { id: string }) => id);
};

const everywhere = [
  999, 1000, 1001, 1500, 1999, 2000, 2333, 2339, 2340, 2590, 2599, 2600, 1_000_000, 2_147_483_647,
];

async function expectPages(offsets: readonly number[]) {
  const inDefault = await defaultChannel(shop);
  for (const offset of offsets) {
    const page = `limit=7&offset=${offset}`;
    const published = { status: "published", limit: 7, offset };
    expect(await idsAt(shop.admin, `/admin/products?${page}`)).toEqual(await expected({ limit: 7, offset }));
    expect(await idsAt(shop.visitor(), `/store/products?${page}`)).toEqual(
      await expected({ ...published, channel: inDefault }),
    );
    expect(await idsAt(keyed, `/store/products?${page}`)).toEqual(
      await expected({ ...published, channel: elsewhere.id }),
    );
  }
}

describe("deep pages of products", () => {
  it("are those of a plain offset, before and after their places were marked", async () => {
    await expectPages(everywhere);
    await until(async () => (await run("select from tradewind.product_list_segment")).length > 2);
    await expectPages(everywhere);
  });

  it("know every change at once", async () => {
    const [tenth] = await expected({ status: "published", limit: 1, offset: 10 });
    expect((await shop.admin.post(`/admin/products/${tenth}`, { status: "draft" })).status).toBe(200);
    await expectPages([1000, 2001, 2338]);
    const { body } = await shop.admin.post("/admin/products", { title: "Newest", status: "published" });
    await expectPages([1000, 2001, 2338]);
    expect((await shop.admin.delete(`/admin/products/${body.product.id}`)).status).toBe(200);
    await expectPages([1000, 2001, 2338]);
    await shop.admin.delete(`/admin/sales-channels/${elsewhere.id}/products/batch`, {
      product_ids: [{ id: "prod_2000" }, { id: "prod_2001" }, { id: "prod_3" }],
    });
    await expectPages([1000, 2001, 2338]);
  });

  it("are right in other orders, with other filters and in several channels", async () => {
    const page = "limit=5&offset=1200";
    const cut = { limit: 5, offset: 1200 };
    expect(await idsAt(shop.admin, `/admin/products?${page}&order=created_at`)).toEqual(
      await expected({ ...cut, order: "created_at, id" }),
    );
    expect(await idsAt(shop.admin, `/admin/products?${page}&order=-title`)).toEqual(
      await expected({ ...cut, order: "title desc, id desc" }),
    );
    expect(await idsAt(shop.admin, `/admin/products?${page}&status[]=published`)).toEqual(
      await expected({ ...cut, status: "published" }),
    );
    expect(await idsAt(shop.admin, `/admin/products?${page}&q=deep`)).toEqual(await expected(cut));
    const both = `sales_channel_id[]=${elsewhere.id}&sales_channel_id[]=${await defaultChannel(shop)}`;
    expect(await idsAt(shop.visitor(), `/store/products?${page}&${both}`)).toEqual(
      await expected({ ...cut, status: "published" }),
    );
    expect(await idsAt(shop.admin, `/admin/products?${page}&deleted_at[gt]=2020-01-01`)).toEqual([]);
  });

  it("show whole products and take two statements: the ids with their number, and the products", async () => {
    const { result, statements } = await countingStatements(shop.db, () =>
      shop.visitor().get("/store/products?limit=2&offset=1700"),
    );
    expect(result.body.products[0]).toMatchObject({ status: "published", variants: [], tags: [] });
    expect(result.body).toMatchObject({ limit: 2, offset: 1700 });
    expect(statements).toHaveLength(2);
  });
});

describe("a shop without a default sales channel", () => {
  it.each([
    ["never had", "update store set default_sales_channel_id = null"],
    [
      "has lost",
      "update sales_channel set deleted_at = now() where id = (select default_sales_channel_id from store)",
    ],
  ])("shows all published products if it %s one, on every page and in the search", async (_, change) => {
    const channel = await defaultChannel(shop);
    const before = (await shop.visitor().get("/store/products?limit=1")).body.count;
    await run(change);
    try {
      const published = (await run(`select id from product where status = 'published'
        and deleted_at is null order by created_at desc, id desc`)) as { id: string }[];
      expect(published.length).toBeGreaterThan(before - 1);
      for (const offset of [0, 5, 1_005, 2_300]) {
        const { body } = await shop
          .visitor()
          .get(`/store/products?limit=3&offset=${offset}&fields=id&expand=`);
        expect(body.count).toBe(published.length);
        expect(body.products.map(({ id }: { id: string }) => ({ id }))).toEqual(
          published.slice(offset, offset + 3),
        );
      }
      const { body } = await shop.admin.post("/admin/products", { title: "Bollard", status: "published" });
      expect(body.product.sales_channels).toEqual([]);
      await run("delete from product_sales_channel where product_id = $1", [body.product.id]);
      const found = await shop.visitor().post("/store/products/search", { q: "bollard" });
      expect(found.body.hits.map(({ id }: { id: string }) => id)).toEqual([body.product.id]);
      await shop.admin.delete(`/admin/products/${body.product.id}`);
    } finally {
      await run("update sales_channel set deleted_at = null where id = $1", [channel]);
      await run("update store set default_sales_channel_id = $1", [channel]);
    }
  });
});

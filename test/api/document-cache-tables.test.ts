import { describe, expect } from "vitest";
import type { Sql } from "../../src/db/database.ts";
import { aCatalogue, type Catalogue, questionsOf } from "../support/caches/cached-catalogue.ts";
import { aKey } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let about: Catalogue;
const { it, shop } = withShop();
it.beforeAll(async () => {
  about = await aCatalogue(shop);
});

const rows = async <Row>(text: string) => shop.db.run<Row>({ text, values: [] });

/** The tables that are read by what `work` does, by the text of its statements. */
async function tablesReadBy(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts: string[] = [];
  const listener = ({ name = "", text }: Sql) => {
    if (!/^(session-owner|caller-user|catalogue-changes)/.test(name)) texts.push(text);
  };
  shop.db.onStatement.add(listener);
  await work().finally(() => shop.db.onStatement.delete(listener));
  const tables = await rows<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const known = new Set(tables.map(({ name }) => name));
  const named = texts.join("\n").matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/g);
  return new Set([...named].map(([, name]) => name!).filter((name) => known.has(name)));
}

describe("the tables of cached responses", () => {
  it("have a trigger that records their changes, for every request", async () => {
    const key = await aKey(shop, { channels: [{ id: about.channelId }] });
    const { store, admin } = questionsOf(about);
    const everything =
      "variants,variants.prices,variants.options,options,options.values,images,tags,collection,type";
    const filters = "tags[]=x&category_id[]=x&include_category_children=true&q=x";
    const read = await tablesReadBy(async () => {
      for (const path of [
        ...store,
        `/store/products?expand=${everything},profiles,variants.inventory_items,sales_channels,categories`,
        `/store/products?${filters}`,
      ]) {
        await shop.visitor().get(path);
      }
      await shop.visitor().with({ "x-publishable-api-key": key.id }).get("/store/products");
      // The last one has more relations, and is not cached.
      for (const path of admin.slice(0, -1)) await shop.admin.get(path);
      await shop.admin.get(
        `/admin/products?${filters}&price_list_id[]=x&discount_condition_id=x&sales_channel_id[]=x`,
      );
    });
    const followedBy = async (trigger: string) =>
      (
        await rows<{ table: string }>(
          `select distinct tgrelid::regclass::text as table from pg_trigger where tgname ~ '^(${trigger})$' and tgenabled = 'A'`,
        )
      ).map(({ table }) => table);
    const recorded = await followedBy("record_catalogue_change");
    const logged = await followedBy("log_(insert_new|update_new|catalogue)");
    // Read for each request of a customer or cart; and levels, which no list is sorted or filtered by.
    const others = ["customer_group_customers", "cart"];
    const missing = (followed: string[], ...more: string[]) =>
      [...read].filter((name) => ![...followed, ...others, ...more].includes(name));
    expect(missing(recorded, "inventory_level")).toEqual([]);
    // Only filters read it.
    expect(missing(logged, "discount_condition_product")).toEqual([]);
    expect(read.size).toBeGreaterThan(25);
  });

  it("record everything but the stock of variants", async () => {
    const [{ left_out: leftOut }] = (await rows<{ left_out: string[] }>(
      `select array_agg(attname::text order by attname) as left_out from pg_attribute, pg_trigger
       where attrelid = 'product_variant'::regclass and tgrelid = attrelid and tgname = 'record_catalogue_change'
         and attnum > 0 and not attisdropped and not attnum = any(tgattr::int2[])`,
    )) as [{ left_out: string[] }];
    expect(leftOut).toEqual(["inventory_quantity", "updated_at"]);
  });

  it("have one record for a transaction, and few in all", async () => {
    const notes = () => rows<{ id: number }>("select id from tradewind.catalogue_change order by id");
    const newest = async () => (await notes()).at(-1)!.id;
    const before = await newest();
    await shop.admin.post(`/admin/products/${about.productId}`, {
      title: "Changed",
      tags: [{ value: "linen" }],
      images: ["https://example.com/3.png"],
    });
    expect(await newest()).toBe(before + 1);
    for (let round = 0; round < 30; round++) await rows("update product set subtitle = 'again'");
    expect((await notes()).length).toBeLessThan(20);
    const last = await newest();
    await rows("update product_variant set inventory_quantity = inventory_quantity - 1, updated_at = now()");
    expect(await newest()).toBe(last);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startShop, type TestShop } from "../support/app.ts";
import { aFileOf, aLine, confirmed, csv, imported, rehearsed } from "../support/batch-imports.ts";
import { aJob, exported, jobThatIs, shownJob } from "../support/batch-jobs.ts";
import { announced } from "../support/events.ts";
import { aProduct, aShirt, amounts, aWord, rowCounts, type ShownProduct, usd } from "../support/products.ts";
import { aRegion } from "../support/regions.ts";
import { aDataFolder } from "../support/uploads.ts";

const data = aDataFolder();
let shop: TestShop;

beforeAll(async () => {
  shop = await startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder });
});
afterAll(async () => {
  await shop.close();
  data.remove();
});

async function byHandle(handle: string): Promise<ShownProduct & Record<string, unknown>> {
  const { body } = await shop.admin.get(`/admin/products?handle=${handle}`);
  return body.products[0];
}

describe("a product import", () => {
  it("creates products with their variants, from consecutive rows", async () => {
    const word = aWord();
    const job = await imported(
      shop,
      csv([
        aLine(`${word}-a`, { "Variant Title": "S", "Option 1 Value": "S", "Variant SKU": `${word}-s` }),
        aLine(`${word}-a`, { "Variant Title": "L", "Option 1 Value": "L", "Variant SKU": `${word}-l` }),
        aLine(`${word}-b`),
      ]),
    );
    expect(job).toMatchObject({
      status: "completed",
      result: {
        count: 3,
        advancement_count: 3,
        progress: 1,
        operations: { PRODUCT_CREATE: 2, PRODUCT_UPDATE: 0, VARIANT_CREATE: 3, VARIANT_UPDATE: 0 },
      },
    });
    expect(job.result.errors).toBeUndefined();
    const product = await byHandle(`${word}-a`);
    expect(product).toMatchObject({ title: `Product ${word}-a`, status: "published" });
    expect(product.variants.map(({ title, sku, inventory_quantity }) => [title, sku, inventory_quantity])).toEqual([
      ["S", `${word}-s`, 5],
      ["L", `${word}-l`, 5],
    ]);
    expect(product.variants.map(({ options }) => options.map(({ value }) => value))).toEqual([["S"], ["L"]]);
    expect(amounts(product.variants[0]!.prices)).toEqual({ usd: 1050 });
    expect(product.options.map(({ title }) => title)).toEqual(["Size"]);
  });
});

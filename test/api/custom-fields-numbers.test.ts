import { describe, expect } from "vitest";
import { DeclaredFields } from "../../src/graph/custom-fields/declared-fields.ts";
import { followIndexes } from "../../src/modules/platform/custom-fields/field-index-store.ts";
import { exported } from "../support/factories/batch-jobs.ts";
import { aField, rowIn } from "../support/factories/custom-fields.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);
it.beforeAll(async () => {
  await aField(shop, "product", {
    name: "width_cm",
    type: "number",
    minimum: 0.5,
    maximum: 99.5,
    filter: true,
  });
});

const made = (width_cm: unknown) =>
  shop.admin.post("/admin/products", { title: `Wide ${width_cm}`, custom_fields: { width_cm } });
const widths = async (query: string) => {
  const { body } = await shop.admin.get(`/admin/products?${query}`);
  return body.products.map(
    (product: { custom_fields: { width_cm: number } }) => product.custom_fields.width_cm,
  );
};

describe("a field of the type number", () => {
  it("has decimals, within its limits", async () => {
    expect(rowIn(await made(1.25), "product").custom_fields).toEqual({ width_cm: 1.25 });
    for (const [value, message] of [
      [0.4, "custom_fields.width_cm must not be less than 0.5"],
      [99.6, "custom_fields.width_cm must not be greater than 99.5"],
      ["1.5", "custom_fields.width_cm must be a number"],
      [1e300, "custom_fields.width_cm must be a number"],
    ])
      expect(await made(value)).toMatchObject({ status: 400, body: { message } });
  });

  it("is filtered and sorted as a number", async () => {
    for (const width of [10, 9.75, 2.5]) await made(width);
    expect(await widths("custom_fields[width_cm]=9.75")).toEqual([9.75]);
    expect(await widths("custom_fields[width_cm][]=9.75&custom_fields[width_cm][]=2.5")).toHaveLength(2);
    expect(await widths("custom_fields[width_cm][gt]=2.5&order=custom_fields.width_cm")).toEqual([9.75, 10]);
    const wrong = await shop.admin.get("/admin/products?custom_fields[width_cm][gte]=wide");
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: "custom_fields.width_cm.gte must be a number" },
    });
  });

  it("is in files and in the API reference", async () => {
    await made(33.5);
    const { lines } = await exported(shop, "product-export");
    expect(lines.map((line) => line["Product Field width_cm"])).toContain("33.5");
    const { body } = await shop.admin.get("/openapi.json");
    expect(body.components.schemas.Product.properties.custom_fields.properties.width_cm).toEqual({
      type: ["number", "null"],
      minimum: 0.5,
      maximum: 99.5,
    });
  });

  it("can be in a column of the shop", async () => {
    await shop.db.run({ text: "alter table customer add column rating numeric(3, 1)", values: [] });
    await aField(shop, "customer", { name: "rating", type: "number", column: "rating" });
    const customer = rowIn(
      await shop.admin.post("/admin/customers", {
        email: "rated@example.com",
        first_name: "A",
        last_name: "B",
        password: "secret-enough",
        custom_fields: { rating: 4.5 },
      }),
      "customer",
    );
    expect(customer["rating"]).toBe(4.5);
  });
});

describe("the index of a choice or a reference", () => {
  it("is built also if values of an earlier type are long", async () => {
    const { id } = rowIn(await made(1), "product");
    await aField(shop, "product", { name: "maker", type: "reference", references: "customer", filter: true });
    // Long, and not to be compressed.
    const text = `update product set custom_fields = jsonb_build_object('maker',
      (select string_agg(md5(n::text), '') from generate_series(1, 400) n)) where id = $1`;
    await shop.db.run({ text, values: [id] });
    // The shop's own job may be at the same work: of several, one does it and the others leave at once.
    const built = async () => {
      await followIndexes(shop.db, new DeclaredFields(shop.db), []);
      return shop.db.run({ text: "select 1 from pg_indexes where indexdef like '%maker%'", values: [] });
    };
    await expect.poll(built, { timeout: 10_000 }).toHaveLength(1);
  });
});

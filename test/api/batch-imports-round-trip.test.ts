import fc from "fast-check";
import { describe, expect } from "vitest";
import { csv, imported } from "../support/factories/batch-imports.ts";
import { exported } from "../support/factories/batch-jobs.ts";
import { aGroup, aGuest } from "../support/factories/customers.ts";
import { aProduct, aWord, usd } from "../support/factories/products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);

const rowsOf = async (table: string) => {
  const text = `select coalesce(jsonb_agg(row order by row), '[]') as rows
    from (select to_jsonb(t) - 'updated_at' as row from "${table}" t) all_rows`;
  return (await shop.db.run<{ rows: unknown }>({ text, values: [] }))[0]!.rows;
};
const contentOfTables = async (tables: string[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rowsOf(table)])));

/** Texts that spreadsheets run, the escape character, and special characters of CSV. */
const signs = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "'", '"', ";", ",", " ", "5", "a", "é"];
const awkward = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 6 });
const name = awkward.filter((text) => text.trim() === text && !text.includes(","));

describe("an export that is imported again", () => {
  it("leaves every product unchanged, with any first character in its texts", async () => {
    const tables = [
      ...["product", "product_variant", "product_option", "product_option_value", "money_amount"],
      ...["product_tags", "product_tag", "product_type", "product_images", "image"],
    ];
    const products = fc.record({
      title: awkward,
      subtitle: awkward,
      description: awkward,
      material: awkward,
      type: name,
      tags: fc.uniqueArray(name, { maxLength: 2 }),
      option: name,
      value: name,
      variant: awkward,
      hs_code: awkward,
      quantity: fc.integer({ min: -9, max: 9 }),
      weight: fc.integer({ min: 0, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(products, { minLength: 1, maxLength: 8 }), async (all) => {
        for (const { type, tags, option, value, variant, hs_code, quantity, ...fields } of all) {
          const word = aWord();
          await aProduct(shop, {
            ...fields,
            handle: word,
            type: { value: type },
            tags: tags.map((tag) => ({ value: tag })),
            options: [{ title: option }],
            variants: [
              {
                title: variant,
                sku: `=${word}`,
                hs_code,
                inventory_quantity: quantity,
                prices: [usd(1)],
                options: [{ value }],
              },
            ],
          });
        }
        const { text, lines } = await exported(shop, "product-export");
        const cells = lines.flatMap((line) => Object.values(line));
        for (const cell of cells) expect(cell).not.toMatch(/^([=+@\t\r\n＝]|-(?!\d$))/);
        const before = await contentOfTables(tables);
        const { status, result } = await imported(shop, text);
        expect([status, result.errors, result.operations.PRODUCT_CREATE]).toEqual([
          "completed",
          undefined,
          0,
        ]);
        expect(await contentOfTables(tables)).toEqual(before);
      }),
      { numRuns: 6 },
    );
  });

  it("leaves every customer unchanged", async () => {
    const people = fc.record({ first_name: awkward, last_name: awkward, phone: awkward, group: name });
    await fc.assert(
      fc.asyncProperty(fc.array(people, { minLength: 1, maxLength: 6 }), async (all) => {
        for (const { group, ...fields } of all) {
          const guest = await aGuest(shop, `${aWord()}@example.com`);
          await shop.db.run({
            text: "update customer set first_name = $2, last_name = $3, phone = $4 where id = $1",
            values: [guest.id, fields.first_name, fields.last_name, fields.phone],
          });
          const { id } = await aGroup(shop, `${group}${aWord()}`);
          await shop.admin.post(`/admin/customer-groups/${id}/customers/batch`, {
            customer_ids: [{ id: guest.id }],
          });
        }
        const tables = ["customer", "customer_group_customers"];
        const before = await contentOfTables(tables);
        const { text } = await exported(shop, "customer-export");
        const { status, result } = await imported(shop, text, { type: "customer-import" });
        expect([status, result.errors]).toEqual(["completed", undefined]);
        expect(await contentOfTables(tables)).toEqual(before);
      }),
      { numRuns: 4 },
    );
  });
});

describe("a file that people have written", () => {
  it("may have formulas that are not escaped, and numbers below nothing", async () => {
    const word = aWord();
    await imported(
      shop,
      csv([
        {
          "Product Handle": word,
          "Product Title": "=1+1",
          "Product Subtitle": "'tis",
          "Variant Title": "-5",
          "Variant Inventory Quantity": "-5",
        },
      ]),
    );
    const { body } = await shop.admin.get(`/admin/products?handle=${word}`);
    expect(body.products[0]).toMatchObject({
      title: "=1+1",
      subtitle: "'tis",
      variants: [{ title: "-5", inventory_quantity: -5 }],
    });
  });
});

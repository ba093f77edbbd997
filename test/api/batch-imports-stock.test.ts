import { describe, expect } from "vitest";
import { aLine, confirmed, csv, imported, rehearsed } from "../support/factories/batch-imports.ts";
import { exported } from "../support/factories/batch-jobs.ts";
import { aPlainLocation } from "../support/factories/inventory.ts";
import { aWord } from "../support/factories/products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();

let loft: { id: string; name: string };
let quay: { id: string; name: string };

/** The shop sells from the quay, although the loft is older: it is the default location. */
const { it, shop } = withShop(
  async () => {
    const started = await startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder });
    loft = await aPlainLocation(started, { name: "Loft" });
    quay = await aPlainLocation(started, { name: "Quay" });
    const { body } = await started.admin.get("/admin/store");
    const channel = body.store.default_sales_channel_id;
    await started.admin.post(`/admin/sales-channels/${channel}/stock-locations`, { location_id: quay.id });
    return started;
  },
  () => data.remove(),
);

/** The pieces of a SKU by the name of the location. */
async function stockOf(sku: string): Promise<Record<string, number>> {
  const text = `select place.name, level.stocked_quantity as pieces from inventory_level level
    join inventory_item item on item.id = level.inventory_item_id and item.sku = $1 and item.deleted_at is null
    join stock_location place on place.id = level.location_id where level.deleted_at is null`;
  const rows = await shop.db.run<{ name: string; pieces: number }>({ text, values: [sku] });
  return Object.fromEntries(rows.map(({ name, pieces }) => [name, pieces]));
}

const errorsOf = ({ result }: { result: { errors?: unknown } }) => result.errors ?? [];

describe("the stock of an imported file, in a shop with locations", () => {
  it("is at the default location if the file does not name one", async () => {
    const word = aWord();
    const job = await imported(shop, csv([aLine(word)]));
    expect(errorsOf(job)).toEqual([]);
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 5 });
    const { body } = await shop.admin.get(`/admin/products?handle=${word}`);
    expect(body.products[0].variants[0].inventory_quantity).toBe(5);

    await imported(shop, csv([aLine(word, { "Variant Inventory Quantity": 7 })]));
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 7 });
    await imported(shop, csv([aLine(word, { "Variant Inventory Quantity": "" })]));
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 7 });
  });

  it("is at the locations that columns name, and an empty cell changes nothing", async () => {
    const word = aWord();
    const line = { "Variant Inventory Quantity": "", [`Stock ${quay.name}`]: 3, [`Stock ${loft.name}`]: 4 };
    await imported(shop, csv([aLine(word, line)]));
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 3, [loft.name]: 4 });
    await imported(
      shop,
      csv([aLine(word, { ...line, [`Stock ${quay.name}`]: "", [`Stock ${loft.name}`]: 0 })]),
    );
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 3, [loft.name]: 0 });

    const failed = await imported(shop, csv([aLine(word, { "Stock Nowhere": 1 })]));
    expect(failed.status).toBe("failed");
    expect(JSON.stringify(failed.result)).toContain("there is no location with the name Nowhere");
  });

  it("is refused, in the rehearsal already, if it has no place or two meanings", async () => {
    const word = aWord();
    const at = (plain: unknown, more: object) =>
      csv([aLine(word, { "Variant Inventory Quantity": plain, ...more })]);
    await imported(shop, at("", { [`Stock ${quay.name}`]: 3, [`Stock ${loft.name}`]: 4 }));
    const few = await rehearsed(shop, at(2, {}));
    expect(errorsOf(few)).toMatchObject([{ row: 2, message: expect.stringContaining("have 4") }]);
    const two = await rehearsed(shop, at(9, { [`Stock ${quay.name}`]: 6 }));
    expect(errorsOf(two)).toMatchObject([{ row: 2, message: expect.stringContaining("have 10 together") }]);
    const negative = await rehearsed(shop, at(-1, {}));
    expect(errorsOf(negative)).toMatchObject([{ row: 2, message: expect.stringContaining("less than 0") }]);
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 3, [loft.name]: 4 });

    // The difference of the plain column is booked at the default location.
    const { id } = await rehearsed(shop, at(10, {}));
    await confirmed(shop, id);
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 6, [loft.name]: 4 });
  });

  it("changes nothing when an export is imported again, and only what was edited in it", async () => {
    const word = aWord();
    const line = { "Variant Inventory Quantity": "", [`Stock ${quay.name}`]: 3, [`Stock ${loft.name}`]: 4 };
    await imported(shop, csv([aLine(word, line)]));
    const history = () =>
      shop.db.run({ text: "select count(*)::int as count from tradewind.stock_change", values: [] });
    const before = await history();
    const { text: content, lines } = await exported(shop, "product-export", {
      filterable_fields: { handle: word },
    });
    const [row] = lines;
    expect(row).toMatchObject({
      "Variant Inventory Quantity": "7",
      [`Stock ${quay.name}`]: "3",
      [`Stock ${loft.name}`]: "4",
    });
    expect(errorsOf(await imported(shop, content))).toEqual([]);
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 3, [loft.name]: 4 });
    expect(await history()).toEqual(before);

    const edited = csv([{ ...row, [`Stock ${loft.name}`]: "1" }]);
    expect(errorsOf(await imported(shop, edited))).toEqual([]);
    expect(await stockOf(`${word}-1`)).toEqual({ [quay.name]: 3, [loft.name]: 1 });
  });

  it("is in the history of the stock, with the job and what was there before", async () => {
    const word = aWord();
    await imported(shop, csv([aLine(word)]));
    const { id } = await imported(shop, csv([aLine(word, { "Variant Inventory Quantity": 8 })]));
    const text = "select before, after, reason, user_id from tradewind.stock_change where subject_id = $1";
    const [user] = await shop.db.run<{ id: string }>({ text: `select id from "user" limit 1`, values: [] });
    expect(await shop.db.run({ text, values: [id] })).toEqual([
      { before: 5, after: 8, reason: "import", user_id: user!.id },
    ]);
  });
});

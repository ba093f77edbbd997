import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

/** The pieces of a SKU by the name of the location. */
async function stockOf(sku: string): Promise<Record<string, number>> {
  const rows = await dashboard.db.run<{ name: string; pieces: number }>({
    text: `select place.name, level.stocked_quantity as pieces from inventory_level level
      join inventory_item item on item.id = level.inventory_item_id
      join stock_location place on place.id = level.location_id
      where item.sku = $1 and level.deleted_at is null`,
    values: [sku],
  });
  return Object.fromEntries(rows.map(({ name, pieces }) => [name, pieces]));
}

const choose = (page: Page, content: string) =>
  page.locator("input[type=file]").setInputFiles({
    name: "catalogue.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(content),
  });

const HEADER = "Product Handle,Product Title,Option 1 Name,Option 1 Value,Variant Title,Variant SKU";

describe("an import in a shop with locations", () => {
  it("puts stock where the file says, and a corrected file keeps the meaning of its columns", async () => {
    const { body } = await dashboard.api.get("/admin/stock-locations?order=created_at");
    const { name: here } = body.stock_locations[0] as { name: string };
    await dashboard.api.post("/admin/stock-locations", { name: "Loft" });
    const file = (pieces: string) =>
      `${HEADER},Variant Inventory Quantity\nchart-table,Chart Table,Size,One,One,CHT-1,${pieces}\n`;
    const page = await dashboard.open("/imports");
    // All columns are known, so it is rehearsed at once.
    await choose(page, file("5"));
    await page.getByText("All rows can be imported.").waitFor();
    await page.getByRole("button", { name: "Confirm and import" }).click();
    await page.getByText("It is completed.").waitFor();
    expect(await stockOf("CHT-1")).toEqual({ [here]: 5 });

    const byHand = (pieces: string) =>
      `${HEADER},Upstairs\nchart-table,Chart Table,Size,One,One,CHT-1,${pieces}\n`;
    await page.goto(`${dashboard.url}/app/imports`);
    await choose(page, byHand("many"));
    const meaning = page.getByRole("combobox", { name: "Meaning of the column Upstairs" });
    expect(await meaning.inputValue()).toBe("Leave out");
    await meaning.fill("Stock Loft");
    await page.getByRole("option", { name: "Stock Loft" }).click();
    await page.getByRole("button", { name: "Rehearse the import" }).click();
    await page.getByText("1 row would be refused").waitFor();
    await page.getByText(/Stock Loft must be a whole number/).waitFor();
    await page.getByRole("button", { name: "Upload a corrected file" }).click();
    await page.getByRole("heading", { name: "Import a file" }).waitFor();
    await choose(page, byHand("4"));
    await meaning.waitFor();
    expect(await meaning.inputValue()).toBe("Stock Loft");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Rehearse the import" }).click();
    await page.getByText("All rows can be imported.").waitFor();
    await page.getByRole("button", { name: "Confirm and import" }).click();
    await page.getByText("It is completed.").waitFor();
    expect(await stockOf("CHT-1")).toEqual({ [here]: 5, Loft: 4 });

    // Fewer pieces than the other location has: nothing is dropped.
    await page.goto(`${dashboard.url}/app/imports`);
    await choose(page, file("3"));
    await page.getByText("1 row would be refused").waitFor();
    await page.getByText(/locations other than .* have 4/).waitFor();
    expect(await stockOf("CHT-1")).toEqual({ [here]: 5, Loft: 4 });

    await page.goto(`${dashboard.url}/app/stock?q=CHT-1`);
    await page.getByRole("gridcell", { name: "5", exact: true }).waitFor();
    await page.getByRole("gridcell", { name: "4", exact: true }).waitFor();
  });
});

describe("pictures", () => {
  it("that are too large, damaged or no pictures are named, and the others are added", async () => {
    const { body } = await dashboard.api.get("/admin/products?handle=cove-wool-blanket");
    const page = await dashboard.open(`/products/${body.products[0].id}`);
    const list = page.getByRole("list", { name: "Pictures" });
    await list.waitFor();
    const count = await list.getByRole("img").count();
    const good = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    );
    const png = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });
    await page.setInputFiles("input[type=file]", [
      png("poster.png", Buffer.concat([good, Buffer.alloc(10_500_000)])),
      png("half.png", good.subarray(0, 40)),
      { name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from("a,b") },
      png("good.png", good),
    ]);
    const refused = page.getByRole("alert").filter({ hasText: "3 files were not added" });
    await refused.getByText(/poster\.png: it has 10\.5 MB; at most 10 MB are possible/).waitFor();
    await refused.getByText(/half\.png: it is damaged/).waitFor();
    await refused.getByText(/prices\.csv: it is not a picture/).waitFor();
    await list.getByRole("img").nth(count).waitFor();
    expect(await list.getByRole("img").count()).toBe(count + 1);
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Discard changes" }).click();
  });
});

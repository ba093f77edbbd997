import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const levelOf = async (sku: string) => {
  const [level] = await dashboard.db.run({
    text: `select level.stocked_quantity, level.reserved_quantity from inventory_level level
      join inventory_item item on item.id = level.inventory_item_id
      where item.sku = $1 and level.deleted_at is null`,
    values: [sku],
  });
  return level;
};

/** The cell to the right of the SKU: the quantity. */
async function type(page: Page, sku: string, text: string) {
  const grid = page.getByRole("grid", { name: "Stock" });
  await grid.getByRole("gridcell", { name: sku, exact: true }).click();
  await grid.press("ArrowRight");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

interface LowVariant {
  sku: string;
  available: number;
}

/** What is low as the server lists it, and how many the home page counts. */
async function lowStock(most: number) {
  const { body } = await dashboard.api.get(`/admin/variants/low-stock?at_most=${most}&limit=1000`);
  const { body: home } = await dashboard.api.get(`/admin/analytics/to-do?low_stock=${most}`);
  expect(body.count).toBe(home.to_do.variants_low_in_stock);
  return body.variants as LowVariant[];
}

/** The list of low stock has pages, in the address, and fits a phone. */
async function checkLowPages(page: Page) {
  const few = await lowStock(5);
  await page.getByText(new RegExp(`^${few.length} items?$`)).waitFor();
  const many = await lowStock(60);
  await page.getByLabel("At most so many pieces").fill("60");
  await page.getByText(`${many.length} items`).waitFor();
  await page.getByRole("button", { name: "Page 2" }).click();
  const { sku, available } = many[50]!;
  const row = page.getByRole("row", { name: new RegExp(`${sku} ${available}$`) });
  await row.waitFor();
  expect(new URL(page.url()).search).toBe("?most=60&page=2");
  await checkAccessibility(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const table = page.getByRole("table", { name: "Low stock" });
  await table.waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).toEqual(["Item", "Available"]);
  expect((await table.boundingBox())!.width).toBeLessThan(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.waitFor();
  await page.goBack();
  await page.getByRole("row", { name: /SKJ-OCH-S 3$/ }).waitFor();
}

describe("stock by location", () => {
  it("is counted in the grid; what is low, reserved and changed is listed", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/stock?q=SKJ-OCH");
    await page.getByRole("gridcell", { name: "SKJ-OCH-S", exact: true }).waitFor();
    await type(page, "SKJ-OCH-S", "3");
    await type(page, "SKJ-OCH-M", "-4");
    await page.getByRole("button", { name: "Save 2 rows" }).click();
    await page.getByText("1 row saved").waitFor();
    await page.getByText(/-4 – It cannot be less than zero/).waitFor();
    expect(await levelOf("SKJ-OCH-S")).toMatchObject({ stocked_quantity: 3 });
    await page.getByRole("button", { name: "Discard changes" }).click();

    await page.getByRole("link", { name: "Low stock" }).click();
    await page.getByRole("row", { name: /Skerry Sailing Jacket – Ochre \/ S SKJ-OCH-S 3/ }).waitFor();
    await checkLowPages(page);

    await page.getByRole("link", { name: "Reservations" }).click();
    await page.getByRole("button", { name: "Reserve pieces" }).click();
    const dialog = page.getByRole("dialog", { name: "Reserve pieces" });
    await dialog.getByRole("combobox", { name: "Item" }).fill("SKJ-OCH-S");
    await page.getByRole("option", { name: /SKJ-OCH-S/ }).click();
    await dialog.getByLabel("Quantity").fill("2");
    await dialog.getByLabel("Reason").fill("For the window");
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Reserve pieces" }).click();
    await page.getByRole("cell", { name: "For the window" }).waitFor();
    expect(await levelOf("SKJ-OCH-S")).toMatchObject({ reserved_quantity: 2 });
    await checkAccessibility(page);
    await page
      .getByRole("row", { name: /For the window/ })
      .getByRole("button", { name: /^Remove/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Nothing is reserved.").waitFor();
    expect(await levelOf("SKJ-OCH-S")).toMatchObject({ reserved_quantity: 0 });

    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("row", { name: /Skerry Sailing Jacket – Ochre \/ S.*In stock: \d+ → 3/ }).waitFor();
  });
});

describe("stock without locations", () => {
  it("is the quantity of a variant", { tags: ["short"] }, async () => {
    const { body } = await dashboard.api.get("/admin/stock-locations");
    for (const { id } of body.stock_locations) await dashboard.api.delete(`/admin/stock-locations/${id}`);
    const page = await dashboard.open("/stock?q=SKJ-OCH");
    await page.getByRole("columnheader", { name: "Pieces in stock" }).waitFor();
    await type(page, "SKJ-OCH-S", "17");
    await page.getByRole("button", { name: "Save 1 row" }).click();
    await page.getByText("1 row saved").waitFor();
    const [variant] = await dashboard.db.run({
      text: "select inventory_quantity from product_variant where sku = $1",
      values: ["SKJ-OCH-S"],
    });
    expect(variant).toEqual({ inventory_quantity: 17 });
    await page.getByRole("link", { name: "History" }).click();
    await page
      .getByRole("row", { name: /Skerry Sailing Jacket – Ochre \/ S.*In stock: -?\d+ → 17/ })
      .waitFor();

    await page.getByRole("link", { name: "Low stock" }).click();
    await page.getByLabel("At most so many pieces").fill("17");
    const { length } = await lowStock(17);
    await page.getByText(`${length} items`).waitFor();
    await page.getByRole("button", { name: `Page ${Math.ceil(length / 50)}` }).click();
    await page.getByRole("row", { name: /SKJ-OCH-S 17$/ }).waitFor();
  });
});

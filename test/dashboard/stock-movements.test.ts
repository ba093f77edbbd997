import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { until } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

const SKU = "SKJ-OCH-S";

/** Stocked and incoming pieces of a SKU by the name of the location. */
async function levels(sku: string): Promise<Record<string, [number, number]>> {
  const rows = await dashboard.db.run<{ name: string; stocked: number; incoming: number }>({
    text: `select place.name, level.stocked_quantity as stocked, level.incoming_quantity as incoming
      from inventory_level level join inventory_item item on item.id = level.inventory_item_id
      join stock_location place on place.id = level.location_id
      where item.sku = $1 and level.deleted_at is null and place.deleted_at is null`,
    values: [sku],
  });
  return Object.fromEntries(rows.map(({ name, stocked, incoming }) => [name, [stocked, incoming]]));
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option }).first().click();
}

/** The item is found by words of its title. */
async function addItem(page: Page, sku: string, pieces: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add an item" }).fill("ochre s skerry");
  await page.getByRole("option", { name: new RegExp(sku) }).click();
  await page
    .getByRole("textbox", { name: /^Pieces of / })
    .last()
    .fill(pieces);
}

/** No page is wider than a phone. */
async function checkPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  // The page is drawn again after its width has changed.
  await until(async () => (await page.evaluate("document.documentElement.scrollWidth")) === 390);
  await checkAccessibility(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

const first = async () => {
  const { body } = await dashboard.api.get("/admin/stock-locations?order=created_at");
  return body.stock_locations[0] as { id: string; name: string };
};

describe("goods on their way", () => {
  it("go from one location to another, arrive in parts, and the rest comes back", async () => {
    const page = await dashboard.open("/stock");
    await page.getByRole("link", { name: "Transfers and incoming goods" }).click();
    await page.getByText("Nothing is on its way, and nothing was.").waitFor();
    expect(await page.getByRole("link", { name: "New transfer" }).count()).toBe(0);
    await checkAccessibility(page);

    const { name: here } = await first();
    await dashboard.api.post("/admin/stock-locations", { name: "Loft" });
    const before = (await levels(SKU))[here]![0];
    await page.reload();
    await page.getByRole("link", { name: "New transfer" }).click();
    await heading(page, "New transfer");
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText("Add at least one item.").waitFor();
    await choose(page, "From", here);
    await choose(page, "To", "Loft");
    await addItem(page, SKU, String(before + 1));
    await checkPhone(page);
    dashboard.allow(/status of 400/);
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByText(/pieces can be taken; the others are not there or reserved/).waitFor();
    expect(await levels(SKU)).toEqual({ [here]: [before, 0] });
    const pieces = page.getByRole("textbox", { name: /^Pieces of / });
    await pieces.fill("4");
    await page.getByRole("button", { name: "Save as a draft" }).click();
    await heading(page, "No. 1");
    await page.getByText("Draft", { exact: true }).first().waitFor();
    await page.getByRole("row", { name: new RegExp(`${SKU} 4$`) }).waitFor();

    await page.getByRole("link", { name: "Change draft" }).click();
    await heading(page, "Change no. 1");
    expect(await pieces.inputValue()).toBe("4");
    await checkPhone(page);
    await pieces.fill("3");
    await page.getByRole("button", { name: "Send now" }).click();
    await heading(page, "No. 1");
    await page.getByText("Sent", { exact: true }).first().waitFor();
    expect(await page.getByRole("link", { name: "Change draft" }).count()).toBe(0);
    expect(await levels(SKU)).toEqual({ [here]: [before - 3, 0], Loft: [0, 3] });
    await checkPhone(page);

    await page.getByRole("button", { name: "Receive goods" }).click();
    const dialog = page.getByRole("dialog", { name: "Receive goods" });
    await dialog.getByRole("textbox", { name: /^Pieces of / }).fill("1");
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Put into stock" }).click();
    await page.getByText("1 of 3 arrived").waitFor();
    expect(await levels(SKU)).toEqual({ [here]: [before - 3, 0], Loft: [1, 2] });
    await page.getByRole("button", { name: "No more will arrive" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "No more will arrive" }).click();
    await page.getByRole("button", { name: "No more will arrive" }).waitFor({ state: "detached" });
    expect(await levels(SKU)).toEqual({ [here]: [before - 1, 0], Loft: [1, 0] });

    await page.goto(`${dashboard.url}/app/stock/history`);
    const row = page.getByRole("row", {
      name: new RegExp(`${here} In stock: ${before} → ${before - 3} Transfer`),
    });
    await row.waitFor();
    await checkPhone(page);
    // What happened to this item, also after a reload.
    await row.getByRole("link", { name: /Skerry/ }).click();
    const item = page.getByRole("combobox", { name: "Item" });
    await until(async () => (await item.inputValue()).startsWith(SKU));
    await page.reload();
    await until(async () => (await item.inputValue()).startsWith(SKU));
    await checkPhone(page);
    await row.getByRole("link", { name: "Transfer" }).click();
    await heading(page, "No. 1");
  });

  it("are expected from a supplier, and two tabs receive them once", { tags: ["short"] }, async () => {
    const { name: here } = await first();
    const [stocked] = (await levels(SKU))[here]!;
    const page = await dashboard.open("/stock/transfers");
    await page.getByRole("link", { name: "Expect goods" }).click();
    await page.getByLabel("Supplier").fill("Rope Ltd");
    await choose(page, "To", here);
    await page.getByLabel("Expected on").fill("2026-12-24");
    await addItem(page, SKU, "5");
    await page.getByRole("button", { name: "Goods are ordered" }).click();
    await page.getByText("Expected", { exact: true }).first().waitFor();
    await page.getByText(`From Rope Ltd to ${here}`).waitFor();
    expect((await levels(SKU))[here]).toEqual([stocked, 5]);

    const other = await dashboard.open(new URL(page.url()).pathname.replace("/app", ""));
    for (const tab of [page, other]) await tab.getByRole("button", { name: "Receive goods" }).click();
    dashboard.allow(/status of 409/);
    await page.getByRole("button", { name: "Put into stock" }).click();
    await page.getByText("Received", { exact: true }).first().waitFor();
    await other.getByRole("dialog").getByRole("button", { name: "Put into stock" }).click();
    await other.getByText(/was changed meanwhile/).waitFor();
    expect((await levels(SKU))[here]).toEqual([stocked + 5, 0]);

    const german = await dashboard.open("/stock/transfers", { locale: "de-DE" });
    await german.getByRole("heading", { name: "Umlagerungen und Wareneingang", level: 1 }).waitFor();
    await german.getByText("Rope Ltd").waitFor();
  });
});

describe("a count", () => {
  it("is entered on a phone by two people, shows differences, and corrects the stock once", async () => {
    const { name: here } = await first();
    const [before] = (await levels(SKU))[here]!;
    const page = await dashboard.open("/stock/counts", { width: 390, height: 844 });
    await page.getByText("Nothing was counted yet.").waitFor();
    await page.getByRole("button", { name: "Start a count" }).click();
    const dialog = page.getByRole("dialog", { name: "Start a count" });
    await choose(page, "Location", here);
    for (const sku of [SKU, "SKJ-OCH-M"]) {
      await dialog.getByRole("combobox", { name: "Only these items" }).fill(sku);
      await page.getByRole("option", { name: new RegExp(sku) }).click();
    }
    await dialog.getByLabel("Note").focus();
    await page.getByRole("option").first().waitFor({ state: "hidden" });
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Start a count" }).click();
    await heading(page, "Count no. 1");
    const mine = page.getByRole("textbox", { name: new RegExp(`Counted pieces of .*${SKU}`) });
    expect(await mine.getAttribute("inputmode")).toBe("numeric");

    const other = await dashboard.open(new URL(page.url()).pathname.replace("/app", ""));
    const theirs = other.getByRole("textbox", { name: new RegExp(`Counted pieces of .*${SKU}`) });
    await theirs.waitFor();
    await mine.fill("1.5");
    await mine.press("Enter");
    await page.getByText("Only whole pieces are possible.").waitFor();
    await mine.fill(String(before - 2));
    await mine.press("Enter");
    await page.getByText("1 of 2 counted").waitFor();
    await page.getByText("-2").waitFor();
    dashboard.allow(/status of 409/);
    await theirs.fill("99");
    await theirs.press("Enter");
    await other.getByText(/was counted by another user meanwhile/).waitFor();
    await checkAccessibility(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);

    await page.getByRole("button", { name: "Apply the count" }).click();
    await page.getByText("1 item is not counted: its stock stays as it is.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Apply the count" }).click();
    await page.getByText("Applied", { exact: true }).waitFor();
    expect((await levels(SKU))[here]![0]).toBe(before - 2);
    await page.goto(`${dashboard.url}/app/stock/history?reason=count`);
    await page.getByRole("row", { name: new RegExp(`In stock: ${before} → ${before - 2}`) }).waitFor();
  });

  it("of the stock page takes a single tap on a phone, with the keyboard for numbers", async () => {
    const page = await dashboard.open(`/stock?q=${SKU}`, { width: 390, height: 844 });
    await page.getByLabel("Reason for the change").fill("Wet shelf");
    const grid = page.getByRole("grid", { name: "Stock" });
    const { name: here } = await first();
    const [before] = (await levels(SKU))[here]!;
    const cell = grid.getByRole("gridcell", { name: String(before), exact: true }).first();
    // What a browser sends for one tap.
    await cell.dispatchEvent("mousedown");
    await page.evaluate(`document.querySelector("[role=grid] [data-row='0'][data-column='2']")
      .dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "touch" }))`);
    const field = grid.getByRole("textbox");
    await field.waitFor();
    expect(await field.getAttribute("inputmode")).toBe("numeric");
    await field.fill("12");
    await field.press("Enter");
    await page.getByRole("button", { name: "Save 1 row" }).click();
    await page.getByText("1 row saved").waitFor();
    expect((await levels(SKU))[here]![0]).toBe(12);
    await page.goto(`${dashboard.url}/app/stock/history?reason=edit`);
    await page.getByRole("row", { name: new RegExp(`${before} → 12 .*Wet shelf`) }).waitFor();
  });
});

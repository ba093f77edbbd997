import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { changedAmount, PRICE_ENDINGS } from "../../dashboard/src/areas/catalogue/percentage/percentage.ts";
import { changedAmount as changedOnServer } from "../../src/modules/catalogue/pricing/index.ts";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { patience } from "../support/time/patience.ts";

const { it, dashboard } = withDashboard();

async function aHat(title: string) {
  const { body } = await dashboard.api.post("/admin/products", {
    title,
    options: [{ title: "Size" }],
    variants: ["S", "M", "L"].map((size, place) => ({
      title: `Hat ${size}`,
      options: [{ value: size }],
      prices: [
        { currency_code: "usd", amount: 1999 + place * 1000 },
        { currency_code: "eur", amount: 1850 },
      ],
    })),
  });
  return body.product as { id: string; variants: { id: string }[] };
}

const pricesOf = async (productId: string, list: string | null = null) => {
  const rows = await dashboard.db.run<{ title: string; currency_code: string; amount: number }>({
    text: `select variant.title, price.currency_code, price.amount from money_amount price
      join product_variant_money_amount link on link.money_amount_id = price.id
      join product_variant variant on variant.id = link.variant_id
      where variant.product_id = $1 and price.price_list_id is not distinct from $2
      order by price.currency_code, variant.title`,
    values: [productId, list],
  });
  return rows.map(({ title, currency_code, amount }) => `${title} ${currency_code} ${amount}`);
};

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};

const isTooWide = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

async function aList(name: string): Promise<string> {
  const { body } = await dashboard.api.post("/admin/price-lists", {
    name,
    description: name,
    type: "sale",
    prices: [],
  });
  return body.price_list.id;
}

describe("prices by percentage in the grid", () => {
  it("change the selected rows, are undone with one step, and are saved with the grid", async () => {
    const hat = await aHat("Percent hat");
    const page = await dashboard.open("/products/grid?q=%22Percent%20hat%22");
    const grid = page.getByRole("grid", { name: "Products as a grid" });
    await grid.getByRole("gridcell", { name: "19.99", exact: true }).click();
    await grid.getByRole("gridcell", { name: "29.99", exact: true }).click({ modifiers: ["Shift"] });
    await page.getByRole("button", { name: "Change by percentage" }).click();
    const dialog = page.getByRole("dialog", { name: "Change prices by percentage" });
    await dialog.getByLabel("The 2 selected rows").waitFor();
    await dialog.getByRole("textbox", { name: "Percentage" }).fill("120");
    await dialog.getByText("Less than 100 %").waitFor();
    expect(await dialog.getByRole("button", { name: "Put into the grid" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox", { name: "Percentage" }).fill("15");
    await choose(page, "Round to", "12.99");
    await dialog.getByText("2 prices change").waitFor();
    await dialog.getByRole("cell", { name: "$16.99" }).waitFor();
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Put into the grid" }).click();
    await grid.getByRole("gridcell", { name: "16.99", exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await grid.getByRole("gridcell", { name: "19.99", exact: true }).waitFor();
    await page.getByRole("button", { name: "Redo" }).click();
    await page.getByRole("button", { name: "Save 2 rows" }).click();
    await page.getByText("2 rows saved").waitFor();
    expect(await pricesOf(hat.id)).toEqual([
      ...["Hat L eur 1850", "Hat M eur 1850", "Hat S eur 1850"],
      ...["Hat L usd 3999", "Hat M usd 2599", "Hat S usd 1699"],
    ]);
  });
});

describe("a price list", () => {
  it("gets prices for all products by percentage, after a preview", async () => {
    const hat = await aHat("Sale hat");
    const list = await aList("Winter sale");
    const page = await dashboard.open(`/price-lists/${list}`);
    await page.getByRole("button", { name: "Set by percentage" }).click();
    const dialog = page.getByRole("dialog", { name: "Set prices by percentage" });
    await dialog.getByRole("textbox", { name: "Percentage" }).fill("20");
    await choose(page, "Round to", "12.95");
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("table", { name: "Prices before and after" }).waitFor();
    await checkAccessibility(page);
    expect(await pricesOf(hat.id, list)).toEqual([]);
    await dialog.getByRole("button", { name: /^Set [\d,]+ prices$/ }).click();
    await dialog.getByText(/^[\d,]+ prices set$/).waitFor({ timeout: patience(60_000) });
    await dialog.getByRole("button", { name: "Close" }).last().click();
    expect(await pricesOf(hat.id, list)).toEqual([
      ...["Hat L eur 1495", "Hat M eur 1495", "Hat S eur 1495"],
      ...["Hat L usd 3195", "Hat M usd 2395", "Hat S usd 1595"],
    ]);
    await page.getByText(/products in the list/).waitFor();
  });

  it("says when no product matches, on a phone and in German too", async () => {
    const { body } = await dashboard.api.post("/admin/collections", { title: "Nothing in it" });
    const list = await aList("Empty sale");
    const page = await dashboard.open(`/price-lists/${list}`, { width: 390, locale: "de-DE" });
    await page.getByRole("button", { name: "Nach Prozentsatz setzen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Prozentsatz" }).fill("12,5");
    await dialog.getByLabel("Bestimmte Produkte").check();
    expect(await dialog.getByRole("button", { name: "Vorschau" }).isDisabled()).toBe(true);
    await choose(page, "Kollektionen", body.collection.title);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Vorschau" }).click();
    await dialog.getByText("Kein Produkt mit einem regulären Preis passt dazu.").waitFor();
    expect(await isTooWide(page)).toBe(false);
    await checkAccessibility(page);
  });

  it("names the pasted prices that it did not take, with their rows", async () => {
    const hat = await aHat("Hat with a paste");
    const list = await aList("Dealers by paste");
    await dashboard.api.post(`/admin/price-lists/${list}`, {
      prices: [{ variant_id: hat.variants[0]!.id, currency_code: "usd", amount: 1 }],
    });
    const page = await dashboard.open(`/price-lists/${list}`, { width: 390 });
    const grid = page.getByRole("grid", { name: "Prices" });
    await grid.getByRole("gridcell", { name: "0.01", exact: true }).click();
    // To the row of the product.
    await page.keyboard.press("ArrowUp");
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "9.50\\n11.50\\n12.50\\n13.50\\n14.50");
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector("[role=grid]").dispatchEvent(event);
    }`);
    const notice = page.getByRole("alert").filter({ hasText: "2 pasted values were not taken" });
    await notice.getByText(/^Hat with a paste: 9\.50 – this row has no /).waitFor();
    await notice.getByText(/^Outside of the grid: 14\.50/).waitFor();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Save 3 rows" }).click();
    await page.getByText("3 rows saved").waitFor();
    await notice.getByRole("button", { name: "Close" }).click();
    await notice.waitFor({ state: "detached" });
  });

  it("takes a column that is pasted, and a percentage of the regular prices", async () => {
    const hat = await aHat("Pasted hat");
    const list = await aList("Dealers by percentage");
    await dashboard.api.post(`/admin/price-lists/${list}`, {
      prices: [{ variant_id: hat.variants[0]!.id, currency_code: "usd", amount: 1 }],
    });
    const page = await dashboard.open(`/price-lists/${list}`);
    const grid = page.getByRole("grid", { name: "Prices" });
    await grid.getByRole("gridcell", { name: "0.01", exact: true }).click();
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "11.50\\n12.50\\n13.50");
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector("[role=grid]").dispatchEvent(event);
    }`);
    await page.getByRole("button", { name: "Save 3 rows" }).click();
    await page.getByText("3 rows saved").waitFor();
    expect((await pricesOf(hat.id, list)).sort()).toEqual([
      "Hat L usd 1350",
      "Hat M usd 1250",
      "Hat S usd 1150",
    ]);
    await grid.getByRole("gridcell", { name: "11.50", exact: true }).click();
    await page.getByRole("button", { name: "Change by percentage" }).click();
    const dialog = page.getByRole("dialog", { name: "Change prices by percentage" });
    await dialog.getByRole("textbox", { name: "Percentage" }).fill("50");
    await dialog.getByRole("button", { name: "Put into the grid" }).click();
    await page.getByRole("button", { name: "Save 3 rows" }).click();
    await page.getByText("3 rows saved").waitFor();
    expect((await pricesOf(hat.id, list)).sort()).toEqual([
      "Hat L usd 2000",
      "Hat M usd 1500",
      "Hat S usd 1000",
    ]);
    await checkAccessibility(page);
  });
});

describe("the percentage of the page", () => {
  it("is that of the server", () => {
    for (const ending of PRICE_ENDINGS)
      for (const digits of [0, 2, 3])
        for (const percent of [-99, -50, -33.3, -0.5, 0, 5, 250])
          for (const amount of [0, 1, 44, 99, 100, 540, 1999, 2500, 123_456])
            expect(changedAmount(amount, { percent, ending }, digits)).toBe(
              changedOnServer(amount, { percent, ending }, digits),
            );
  });
});

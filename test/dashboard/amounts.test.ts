import type { Page } from "playwright-core";
import { expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]) => dashboard.db.run<Row>({ text, values });

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option }).first().click();
}

/** What a spreadsheet has put on the clipboard. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    if (document.activeElement.dispatchEvent(event)) document.execCommand("insertText", false, ${JSON.stringify(text)});
  }`);

async function aJapaneseRegion(): Promise<void> {
  const { body } = await dashboard.api.get("/admin/store");
  const codes = body.store.currencies.map(({ code }: { code: string }) => code);
  await dashboard.api.post("/admin/store", { currencies: [...codes, "jpy"] });
  await dashboard.api.post("/admin/regions", {
    name: "Japan",
    currency_code: "jpy",
    tax_rate: 10,
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
    countries: ["jp"],
  });
}

it("an amount with decimals is refused in a currency without them, and the old one stays", async () => {
  await aJapaneseRegion();
  const page = await dashboard.open("/gift-cards");
  await page.getByRole("button", { name: "Issue a gift card" }).click();
  await choose(page, "Region", "Japan");
  const value = page.getByRole("textbox", { name: "Value" });
  await value.fill("800.50");
  const issue = page.getByRole("dialog").getByRole("button", { name: "Issue a gift card" });
  await issue.click();
  await page.getByText("JPY has no decimals. Example: 800").waitFor();
  expect(await rows("select id from gift_card")).toEqual([]);
  await checkBothScreens(page);
  await value.fill("8,000");
  await issue.click();
  await page.getByText("¥8,000 of ¥8,000 are left").waitFor();

  const balance = page.getByRole("textbox", { name: "Balance" });
  await balance.fill("1.000");
  await balance.press("Enter");
  await page.getByText("This can mean two amounts. Write it like 1,000").waitFor();
  await page.getByText("Correct the field that is marked in red first.").waitFor();
  expect(await rows("select value, balance from gift_card")).toEqual([{ value: 8000, balance: 8000 }]);
  await balance.press("Escape");
  expect(await balance.inputValue()).toBe("8,000");
});

it("an amount of another country's spreadsheet is read if it can mean one amount only", async () => {
  const page = await dashboard.open("/gift-cards");
  await page.getByRole("button", { name: "Issue a gift card" }).click();
  await choose(page, "Region", "Europe");
  const value = page.getByRole("textbox", { name: "Value" });
  await value.focus();
  await paste(page, "1.000,00");
  await page.getByRole("dialog").getByRole("button", { name: "Issue a gift card" }).click();
  await page.getByText("€1,000.00 of €1,000.00 are left").waitFor();

  const german = await dashboard.open("/gift-cards", { locale: "de-DE", width: 390 });
  await german.getByRole("button", { name: "Gutschein ausstellen" }).click();
  await choose(german, "Region", "Europe");
  const wert = german.getByRole("textbox", { name: "Wert" });
  expect(await wert.getAttribute("inputmode")).toBe("decimal");
  await wert.fill("1,000");
  await german.getByRole("dialog").getByRole("button", { name: "Gutschein ausstellen" }).click();
  await german.getByText("Das kann zwei Beträge bedeuten. Schreiben Sie zum Beispiel 1.000,00").waitFor();
  await wert.fill("1.000");
  await wert.blur();
  expect(await wert.inputValue()).toBe("1.000,00");
});

it("a column that is pasted into one amount is refused, and nothing is saved", async () => {
  const page = await dashboard.open("/gift-cards");
  await page.getByRole("button", { name: "Issue a gift card" }).click();
  await choose(page, "Region", "Europe");
  const value = page.getByRole("textbox", { name: "Value" });
  await value.focus();
  await paste(page, "199\n198\n197\n196\n");
  const before = await rows("select id from gift_card");
  const issue = page.getByRole("dialog").getByRole("button", { name: "Issue a gift card" });
  await issue.click();
  await page.getByText("These are several values. One belongs here. Example: 199.00").waitFor();
  expect(await rows("select id from gift_card")).toEqual(before);
  await value.fill("199");
  await issue.click();
  await page.getByText("€199.00 of €199.00 are left").waitFor();
});

it("the grid of products names the cell that it cannot read, and spreads a column pasted while typing", async () => {
  const page = await dashboard.open("/products/grid?q=skerry");
  const grid = page.getByRole("grid", { name: "Products as a grid" });
  const prices = grid.locator('[data-row="1"]').and(grid.getByRole("gridcell", { name: /^\d+\.00$/ }));
  await prices.first().click();
  await page.keyboard.type("1.000");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save 1 row" }).click();
  const problems = page.getByRole("alert").filter({ hasText: "1 row is not saved" });
  await problems.getByText(/1\.000 – This can mean two amounts. Write it like 1,000\.00/).waitFor();
  await page.getByRole("button", { name: "Discard changes" }).click();

  await prices.first().click();
  await page.keyboard.press("Enter");
  await paste(page, "111.00\n112.00");
  await page.getByRole("button", { name: "Save 2 rows" }).waitFor();
  await grid.getByRole("gridcell", { name: "111.00", exact: true }).waitFor();
  await grid.getByRole("gridcell", { name: "112.00", exact: true }).waitFor();
  await page.getByRole("button", { name: "Discard changes" }).click();
});

it("a percentage and pieces are read as amounts are: 7,5 is not 75, and 7,7 pasted is not 77", async () => {
  const page = await dashboard.open("/discounts/new");
  const percent = page.getByRole("textbox", { name: "Percent" });
  await percent.fill("7,5");
  await percent.blur();
  await page.getByText("Only whole numbers are possible. Example: 7").waitFor();
  await checkBothScreens(page);
  await percent.fill("150");
  await percent.blur();
  await page.getByText("At most 100 is possible.").waitFor();

  const german = await dashboard.open("/settings/taxes", { locale: "de-DE" });
  const rate = german.getByRole("textbox", { name: "Steuersatz" });
  await rate.focus();
  await rate.selectText();
  await paste(german, "7,7 %");
  await rate.blur();
  expect(await rate.inputValue()).toBe("7,7");
  await rate.fill("7.125");
  await rate.blur();
  expect(await rate.inputValue()).toBe("7,125");
  await german.getByRole("button", { name: "Speichern" }).first().click();
  await german.getByText("Gespeichert").first().waitFor();
  expect(await rows("select tax_rate from region where tax_rate::numeric = 7.125")).toHaveLength(1);
});

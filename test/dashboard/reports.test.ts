import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aMemberWith } from "../support/factories/team.ts";

const { it, dashboard } = withDashboard();

const kinds = [
  "sales",
  "products",
  "regions",
  "countries",
  "returns",
  "discounts",
  "taxes",
  "customers",
  "stock",
];

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

/** The cells of the rows of a report, without head and total. */
async function rowsOf(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole("table", { name }).locator("tbody tr");
  await rows.first().waitFor();
  return Promise.all((await rows.all()).map((row) => row.locator("td").allTextContents()));
}

describe("a merchant without orders", () => {
  it("is told that a report is empty", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/reports");
    await heading(page, "Reports");
    await checkBothScreens(page);
    await page.getByRole("link", { name: "Returns", exact: true }).last().click();
    await heading(page, "Returns");
    await page.getByText("Nothing in this period.").waitFor();
    await checkBothScreens(page);
  });

  it("learns what is wrong with an address that was typed", async () => {
    dashboard.allow(/status of 400/);
    const page = await dashboard.open("/reports/sales?from=2026-05-02&to=2026-05-01");
    await page.getByRole("alert").getByText("2026-05-02").waitFor();
    await page.goto(`${dashboard.url}/app/reports/weather`);
    await heading(page, "There is no such page");
    await page.getByRole("navigation").getByRole("link", { name: "Orders", exact: true }).waitFor();
    await checkBothScreens(page);
  });
});

describe("a merchant with orders", () => {
  it("comes from home to the products, by region, searched, sorted and saved", async () => {
    await anOrderOf(dashboard, { quantity: 3 });
    await anOrderOf(dashboard, { quantity: 1, region: "United States" });
    const page = await dashboard.open("/?period=7d&currency=eur");
    await page.getByRole("link", { name: "Whole report: Top products" }).click();
    await heading(page, "Products");
    expect(page.url()).toContain("/reports/products?period=7d&currency=eur");
    const [row] = await rowsOf(page, "Products");
    expect(row!.slice(1, 3)).toEqual(["1", "3"]);
    await page.locator(".recharts-surface").first().waitFor();

    await page.getByText("USD", { exact: true }).click();
    await page.getByRole("cell", { name: "1", exact: true }).first().waitFor();
    await page.getByText("By product and region", { exact: true }).click();
    await page.getByRole("table", { name: "Products" }).getByText("United States").waitFor();
    await page.getByRole("button", { name: "Pieces sold" }).click();
    await page
      .getByRole("columnheader", { name: "Pieces sold" })
      .and(page.locator("[aria-sort=descending]"))
      .waitFor();
    expect(page.url()).toContain("order=-quantity");
    await page.getByRole("textbox", { name: "Search by name" }).fill("no such product");
    await page.getByText("Nothing found. Choose other filters or another period.").waitFor();
    await page.getByRole("textbox", { name: "Search by name" }).fill("");
    await page.getByRole("table", { name: "Products" }).waitFor();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^products-.*\.csv$/);
    const file = await readFile((await download.path())!, "utf8");
    expect(file.split("\r\n")[1]).toMatch(/;United States;usd;1;1;/);
  });

  it("compares days, weeks and months with the period or the year before", async () => {
    const { id } = await anOrderOf(dashboard, { quantity: 2 });
    await dashboard.db.run({
      text: `update "order" set created_at = now() - interval '1 year' where id = $1`,
      values: [id],
    });
    const page = await dashboard.open("/reports/sales?period=30d&currency=eur");
    await heading(page, "Sales over time");
    expect(await rowsOf(page, "Sales over time")).toHaveLength(30);
    await page.getByText("Year before", { exact: true }).first().click();
    await page.getByText("Months", { exact: true }).click();
    const total = page.getByRole("table", { name: "Sales over time" }).locator("tfoot th").last();
    await total.getByText("%").waitFor();
    expect(page.url()).toContain("compare=year&interval=month");
    expect((await rowsOf(page, "Sales over time")).length).toBeLessThan(4);
  });

  it("sees what came back, and what of the taxes with it", async () => {
    const order = await anOrderOf(dashboard, { quantity: 2 });
    const at = `/admin/orders/${order.id}`;
    await dashboard.api.post(`${at}/capture`);
    const items = [{ item_id: order.items[0]!.id, quantity: 1 }];
    await dashboard.api.post(`${at}/return`, { items, receive_now: true });
    const page = await dashboard.open("/reports/returns?currency=eur");
    const [row] = await rowsOf(page, "Returns");
    expect(row![2]).toBe("1");
    await page.getByText("By reason", { exact: true }).click();
    await page.getByRole("cell", { name: "Without a product or reason" }).waitFor();
    await page.goto(`${dashboard.url}/app/reports/taxes?currency=eur`);
    const taxes = await rowsOf(page, "Taxes");
    expect(taxes[0]![4]).toMatch(/€[1-9]/);
  });

  it("knows what the stock is worth", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/reports/stock?currency=eur");
    const [row] = await rowsOf(page, "Value of the stock");
    expect(row![4]).toMatch(/^€\d/);
    await page.getByText("By variant", { exact: true }).click();
    await page.getByRole("table", { name: "Value of the stock" }).getByRole("link").first().waitFor();
  });

  it("has every report on a desk and on a phone", async () => {
    for (const kind of kinds) {
      const page = await dashboard.open(`/reports/${kind}?currency=eur`);
      await page.getByRole("table").or(page.getByText("Nothing in this period.")).first().waitFor();
      await checkBothScreens(page);
    }
  });

  it("reads them in German", async () => {
    const page = await dashboard.open("/reports/customers?currency=eur", { locale: "de-DE" });
    await heading(page, "Beste Kunden");
    await page.getByRole("button", { name: "Als CSV speichern" }).waitFor();
    await page.getByText("Im Zeitraum", { exact: true }).waitFor();
  });

  it("gives a team only the reports that it may see", async () => {
    const shop = { admin: dashboard.api, visitor: dashboard.visitor };
    const { body } = await dashboard.api.post("/admin/roles", {
      name: "Controlling",
      permissions: ["analytics:read"],
    });
    const page = await dashboard.open("/reports", { as: await aMemberWith(shop, body.role.id) });
    await page.getByRole("link", { name: "Taxes", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Best customers" }).count()).toBe(0);
  });
});

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aMemberWith } from "../support/factories/team.ts";

const { it, dashboard } = withDashboard();

const figure = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

describe("the home page", () => {
  it("shows the first steps to a shop without orders", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/");
    await page.getByRole("link", { name: "Set up mails" }).waitFor();
    await checkAccessibility(page);
  });

  it("has the figures of every currency, for days that are in its address", async () => {
    const [first, second] = await Promise.all([anOrderOf(dashboard), anOrderOf(dashboard)]);
    const american = await anOrderOf(dashboard, { region: "United States" });
    const page = await dashboard.open("/");
    await figure(page, "Orders").getByText("2", { exact: true }).waitFor();
    const euros = new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" });
    await figure(page, "Revenue")
      .getByText(euros.format((first!.total + second!.total) / 100))
      .waitFor();
    await page.getByRole("heading", { name: "Revenue over time" }).waitFor();
    await checkAccessibility(page);

    await page.getByText("USD", { exact: true }).click();
    const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
    await figure(page, "Revenue")
      .getByText(dollars.format(american.total / 100))
      .waitFor();
    const [from, to] = [
      dayOf(new Date(Date.now() - 40 * 86_400_000)),
      dayOf(new Date(Date.now() - 35 * 86_400_000)),
    ];
    await page.goto(`${dashboard.url}/app/?from=${from}&to=${to}&currency=usd`);
    await figure(page, "Orders").getByText("0", { exact: true }).waitFor();
    await page.getByText("7 days", { exact: true }).click();
    await figure(page, "Orders").getByText("1", { exact: true }).waitFor();
    expect(page.url()).toMatch(/period=7d&currency=usd$/);
  });

  it("leads from a count to the orders that it counts", async () => {
    await dashboard.api.post(`/admin/orders/${(await anOrderOf(dashboard)).id}/cancel`);
    const page = await dashboard.open("/");
    await page.getByRole("link", { name: "3 to pack" }).click();
    await page.getByText("3 orders", { exact: true }).waitFor();
  });

  it("leads to the newest order", { tags: ["short"] }, async () => {
    const order = await anOrderOf(dashboard);
    const page = await dashboard.open("/");
    const newest = page.getByRole("table", { name: "Newest orders" }).getByRole("row").first();
    expect(await newest.textContent()).toContain("Ada Example");
    await newest.getByRole("link").click();
    await page.waitForURL(`**/orders/${order.id}`);
  });

  it("shows a packer what to pack, and the newest orders instead of figures", async () => {
    const packer = await aMemberWith({ admin: dashboard.api, visitor: dashboard.visitor }, "fulfilment");
    const page = await dashboard.open("/", { as: packer, width: 390 });
    await page.getByRole("link", { name: "4 to pack" }).waitFor();
    await page.getByRole("table", { name: "Newest orders" }).waitFor();
    expect(await page.getByText("Revenue").count()).toBe(0);
    await checkAccessibility(page);
  });
});

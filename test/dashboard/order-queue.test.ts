import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aMemberWith } from "../support/factories/team.ts";

const { it, dashboard } = withDashboard();

const row = (page: Page, { display_id }: { display_id: number }) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: `#${display_id}`, exact: true }) });

const select = (page: Page, { display_id }: { display_id: number }) =>
  page.getByRole("checkbox", { name: `Select order ${display_id}`, exact: true }).check();

async function statusOf(id: string) {
  const [found] = await dashboard.db.run<Record<string, string>>({
    text: `select status, payment_status, fulfillment_status from "order" where id = $1`,
    values: [id],
  });
  return found;
}

describe("the queue of orders", () => {
  it("captures many orders of a saved view at once, and says which one failed and why", async () => {
    const orders = await Promise.all([1, 2, 3].map(() => anOrderOf(dashboard)));
    const paid = await anOrderOf(dashboard);
    await dashboard.api.post(`/admin/orders/${paid.id}/capture`);

    const page = await dashboard.open("/orders");
    await row(page, paid).waitFor();
    await page.getByRole("combobox", { name: "Payment" }).click({ force: true });
    await page.getByRole("option", { name: "To capture" }).click();
    await row(page, paid).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByLabel("Name of the view").fill("Friday");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.goto(`${dashboard.url}/app/orders`);
    await row(page, paid).waitFor();
    await page.getByRole("button", { name: "Friday", exact: true }).click();
    await row(page, paid).waitFor({ state: "detached" });

    // Another user cancels one of them at the same moment.
    const [canceled, ...others] = orders as [typeof paid, ...(typeof paid)[]];
    for (const order of orders) await select(page, order);
    dashboard.allow(/status of 4\d\d/);
    await page.route(`**/admin/orders/${canceled.id}/capture`, async (route) => {
      await dashboard.api.post(`/admin/orders/${canceled.id}/cancel`);
      await route.continue();
    });
    await page.getByRole("region", { name: "Actions for the selected orders" }).getByText("Capture").click();
    await page.getByRole("dialog").getByRole("button", { name: "Capture" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "2 done, 1 failed" });
    await alert.getByText(`#${canceled.display_id}: `).waitFor();
    await checkAccessibility(page);
    for (const { id } of others) expect(await statusOf(id)).toMatchObject({ payment_status: "captured" });
    expect(await statusOf(canceled.id)).toMatchObject({ status: "canceled", payment_status: "canceled" });
  });

  it("opens an order that is captured, and packed and shipped in one step", { tags: ["short"] }, async () => {
    const order = await anOrderOf(dashboard, { quantity: 2 });
    const page = await dashboard.open("/orders");
    await page.getByRole("link", { name: `#${order.display_id}`, exact: true }).click();
    await page.getByRole("heading", { name: `Order #${order.display_id}` }).waitFor();
    await page.getByRole("button", { name: "Capture" }).click();
    await page.getByText("Paid", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Pack and ship" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pack and ship" }).click();
    await page.getByText("Shipped", { exact: true }).first().waitFor();
    expect(await statusOf(order.id)).toMatchObject({
      payment_status: "captured",
      fulfillment_status: "shipped",
    });
  });

  it("shows new orders by themselves, also those that were placed before it could connect again", async () => {
    const page = await dashboard.open("/orders");
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    await row(page, await anOrderOf(dashboard)).waitFor();

    dashboard.allow(/ERR_/);
    const stream = /\/admin\/events\/stream/;
    await page.route(stream, (route) => route.abort());
    await dashboard.server.killAndRevive();
    const missed = await anOrderOf(dashboard);
    expect(await row(page, missed).count()).toBe(0);
    await page.unroute(stream);
    await row(page, missed).waitFor();
  });

  it("shows number, total, customer, date and states on a phone", { tags: ["short"] }, async () => {
    const order = await anOrderOf(dashboard);
    const page = await dashboard.open("/orders", { width: 390 });
    await row(page, order).waitFor();
    expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
      "",
      "Order",
      "Total",
      "Customer",
      "Date",
      "Payment",
      "Fulfilment",
    ]);
    const table = page.getByRole("table");
    expect((await table.boundingBox())!.width).toBeLessThan(390);
  });

  it("hides from a packer what only others may do", async () => {
    const order = await anOrderOf(dashboard);
    const packer = await aMemberWith({ admin: dashboard.api, visitor: dashboard.visitor }, "fulfilment");
    const page = await dashboard.open("/orders", { as: packer });
    await select(page, order);
    const actions = page.getByRole("region", { name: "Actions for the selected orders" });
    expect(await actions.getByRole("button").allInnerTexts()).toEqual(["Pack", "Ship"]);
    const menu = page.getByRole("navigation");
    await menu.getByRole("link", { name: "Orders", exact: true }).waitFor();
    expect(await menu.getByRole("link", { name: /Customers|Discounts|Webhooks/ }).count()).toBe(0);
    await page.getByRole("link", { name: `#${order.display_id}`, exact: true }).click();
    await page.getByRole("button", { name: "Pack and ship" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pack and ship" }).click();
    await page.getByText("Shipped", { exact: true }).first().waitFor();
    expect(await page.getByRole("button", { name: "Capture" }).count()).toBe(0);
    expect(await statusOf(order.id)).toMatchObject({
      payment_status: "awaiting",
      fulfillment_status: "shipped",
    });
  });
});

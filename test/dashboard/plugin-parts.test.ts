import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { PluginFiles } from "../plugins/plugin-files.ts";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { until } from "../support/time/until.ts";
import { BROKEN, POINTS } from "./points-plugin.ts";

const files = new PluginFiles({ ...POINTS, ...BROKEN });
const { it, dashboard } = withDashboard({
  TRADEWIND_PLUGINS: [files.at("points/plugin.ts"), files.at("broken/plugin.mjs")].join(),
});
it.afterAll(() => files.remove());

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
const FAILED = "The plugin broken has failed";
const onPurpose = () => dashboard.allow(/broken on purpose/);

/** The requests for a list of the API while a page is opened. */
function readsOf(page: Page, path: string): URL[] {
  const found: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === path) found.push(url);
  });
  return found;
}

describe("a plugin in the dashboard", () => {
  it("has pages in the menu, in Ctrl-K and at their addresses", { tags: ["short"] }, async () => {
    onPurpose();
    const page = await dashboard.open("/");
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Points" }).click();
    await heading(page, "Points");
    expect(page.url()).toMatch(/\/app\/plugins\/points\/?$/);
    await page.getByText("€12.50").waitFor();
    await checkAccessibility(page);
    await page.goto(`${dashboard.url}/app/plugins/points/order/order_7`);
    await page.getByText("order_7").waitFor();
    await page.goto(`${dashboard.url}/app/plugins/points/none`);
    await heading(page, "There is no such page");
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder(/./).last().fill("Welcome bon");
    await page.getByRole("dialog").getByText("Welcome bonus").click();
    await heading(page, "Welcome bonus");
  });

  it("has cards on an order, a product, a customer and on Home, beside those that fail", async () => {
    onPurpose();
    const order = await anOrderOf(dashboard);
    const { body } = await dashboard.api.get("/admin/products?limit=1&fields=id,title");
    const places = [
      [`/orders/${order.id}`, `0 points for ${order.email}`],
      [`/products/${body.products[0].id}`, `0 points for ${body.products[0].title}`],
      [`/customers/${order.customer_id}`, `0 points for ${order.email}`],
      ["/", "Points"],
    ] as const;
    for (const [path, text] of places) {
      const page = await dashboard.open(path);
      const card = page.getByRole("region", { name: "Points" });
      await card.getByText(text).first().waitFor();
      await page.getByRole("alert").filter({ hasText: FAILED }).waitFor();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await checkAccessibility(page);
    }
    const home = await dashboard.open("/");
    await home.getByRole("region", { name: "Points" }).getByRole("button", { name: "Points" }).click();
    await home.getByText("0 orders have points").waitFor();
  });

  it("has columns whose fields the list asks for in its one request, and actions for one row and for many", {
    tags: ["short"],
  }, async () => {
    onPurpose();
    const order = await anOrderOf(dashboard);
    await dashboard.api.post(`/admin/orders/${order.id}`, { metadata: { from: "a story" } });
    const page = await dashboard.open("/settings");
    const reads = readsOf(page, "/admin/orders");
    await page.goto(`${dashboard.url}/app/orders`);
    await page.getByRole("columnheader", { name: "Points" }).waitFor();
    const row = page.getByRole("row").filter({ hasText: `#${order.display_id}` });
    await row.getByText("M0").waitFor();
    await row.getByText(FAILED).waitFor();
    expect(reads).toHaveLength(1);
    expect(reads[0]!.searchParams.get("fields")).toContain("metadata,customer.phone");
    await checkAccessibility(page);

    await row.getByRole("button", { name: `Actions for #${order.display_id}` }).click();
    await page.getByRole("menuitem", { name: "Add a bonus" }).click();
    await page.getByRole("dialog").getByText("Each gets 10 points.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Add a bonus" }).click();
    await row.getByText("M10").waitFor();
    expect(page.url()).toMatch(/\/orders$/);

    await row.getByRole("checkbox").check();
    const bar = page.getByRole("region", { name: /orders/ });
    await bar.getByRole("button", { name: "Add a bonus" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add a bonus" }).click();
    await row.getByText("M20").waitFor();
    dashboard.allow(/status of 4\d\d/);
    await row.getByRole("checkbox").check();
    await bar.getByRole("button", { name: "Add a bonus" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add a bonus" }).click();
    await bar.getByText(/Two bonuses are enough/).waitFor();

    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Fail" }).click();
    await page.getByText("broken on purpose").waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Points" }).uncheck();
    await until(async () => (await page.getByRole("columnheader", { name: "Points" }).count()) === 0);
  });

  it("has columns and actions of products and customers", async () => {
    onPurpose();
    const page = await dashboard.open("/products");
    await page.getByRole("columnheader", { name: "Weight in g" }).waitFor();
    await page.getByText(FAILED).first().waitFor();
    const customers = await dashboard.open("/customers");
    await customers.getByRole("columnheader", { name: "Telephone" }).waitFor();
    await customers.getByRole("row").nth(1).getByRole("checkbox").check();
    const bar = customers.getByRole("region", { name: /customers/i });
    await bar.getByRole("button", { name: "Add a bonus" }).click();
    await customers.getByRole("dialog").getByRole("button", { name: "Add a bonus" }).click();
    await bar.getByRole("status").waitFor();
    await checkAccessibility(customers);
  });

  it("has pages in the settings, which store", async () => {
    onPurpose();
    const page = await dashboard.open("/settings");
    await page.getByText("What new customers get.").click();
    await heading(page, "Welcome bonus");
    await page.getByLabel("Points at the start").fill("250");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Stored").waitFor();
    expect((await dashboard.api.get("/admin/points")).body.welcome).toBe(250);
    await checkAccessibility(page);
    const bad = page
      .getByRole("navigation", { name: /Sections/ })
      .getByRole("link", { name: "Bad settings" });
    await bad.click();
    await page.getByText(FAILED).waitFor();
    await heading(page, "Bad settings");
    await page.getByRole("link", { name: "Bad page" }).click();
    await heading(page, "Bad page");
    await page.getByText(FAILED).waitFor();
    await checkAccessibility(page);
  });

  it("speaks the language of the user", async () => {
    onPurpose();
    const order = await anOrderOf(dashboard);
    const page = await dashboard.open(`/orders/${order.id}`, { locale: "de-DE" });
    await page.getByText(`0 Punkte für ${order.email}`).waitFor();
    await page.getByText("Das Plugin broken ist ausgefallen").waitFor();
    await page.goto(`${dashboard.url}/app/orders`);
    await page.getByRole("columnheader", { name: "Punkte" }).waitFor();
    await page.goto(`${dashboard.url}/app/settings/plugins/points/welcome`);
    await heading(page, "Begrüßung");
    await page.getByRole("link", { name: "Punkte" }).waitFor();
    await checkAccessibility(page);
  });

  it("is not seen by a user without the permission", { tags: ["short"] }, async () => {
    onPurpose();
    const as = await aSorter();
    const page = await dashboard.open("/orders", { as });
    await page.getByRole("columnheader", { name: "Points" }).waitFor();
    expect(await page.getByText("For the owner").count()).toBe(0);
    await page.goto(`${dashboard.url}/app/plugins/points/secret`);
    await heading(page, "There is no such page");
    const owner = await dashboard.open("/plugins/points/secret");
    await heading(owner, "Points");
    await owner.getByRole("link", { name: "For the owner" }).waitFor();
  });
});

/** A user who sees orders, and no team. */
async function aSorter() {
  const credentials = { email: "sorter@example.com", password: "sorts-parcels-all-day" };
  const { body } = await dashboard.api.post("/admin/roles", {
    name: "Sorter",
    permissions: ["orders:read", "settings:read", "plugins:read", "plugins:write"],
  });
  const made = await dashboard.api.post("/admin/users", credentials);
  await dashboard.api.post(`/admin/users/${made.body.user.id}/role`, { role_id: body.role.id });
  return credentials;
}

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aMemberWith, type Member } from "../support/factories/team.ts";
import { until } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

let colleague: Member;
it.beforeAll(async () => {
  const shop = { admin: dashboard.api, visitor: dashboard.visitor };
  colleague = await aMemberWith(shop, "fulfilment");
});

const rows = (page: Page) => page.locator("tbody tr");
const view = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const isWide = (page: Page) => page.evaluate("document.documentElement.scrollWidth > innerWidth");

async function saveView(page: Page, name: string, isShared: boolean) {
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name of the view").fill(name);
  if (isShared) await page.getByRole("checkbox", { name: "Share with the team" }).check();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
}

describe("views", () => {
  it("of any list are saved, shared with the team, changed and deleted", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/products?status=%5B%22draft%22%5D");
    await saveView(page, "Drafts", true);
    await view(page, "Shared with the team Drafts").waitFor();
    await checkBothScreens(page);

    await page.goto(`${dashboard.url}/app/products?status=%5B%22published%22%5D`);
    await saveView(page, "drafts", false);
    await page.getByText("another view of this list has this name").waitFor();
    dashboard.allow(/status of 422/);
    await page.getByLabel("Name of the view").fill("For me");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await view(page, "For me").waitFor();

    const other = await dashboard.open("/products", { as: colleague });
    await view(other, "Shared with the team Drafts").click();
    await other.waitForURL(/draft/);
    expect(await view(other, "For me").count()).toBe(0);
    expect(await other.getByRole("button", { name: "Change the view Drafts" }).count()).toBe(0);

    await page.getByRole("button", { name: "Change the view Drafts" }).click();
    await page.getByRole("menuitem", { name: "Only for me" }).click();
    await view(page, "Drafts").waitFor();
    await other.goto(`${dashboard.url}/app/products`);
    await rows(other).first().waitFor();
    expect(await other.getByRole("button", { name: "Drafts" }).count()).toBe(0);
    await page.getByRole("button", { name: "Change the view Drafts" }).click();
    await page.getByRole("menuitem", { name: "Delete the view" }).click();
    await view(page, "Drafts").waitFor({ state: "detached" });
  });

  it("show in the search field what they search for, also of the stock and of mails", async () => {
    for (const list of ["stock", "discounts", "settings/mails"]) {
      const page = await dashboard.open(`/${list}?q=sail`);
      await saveView(page, "Sails", true);
      await view(page, "Shared with the team Sails").waitFor();
      await page.goto(`${dashboard.url}/app/${list}`);
      await view(page, "Shared with the team Sails").click();
      await page.waitForURL(/q=sail/);
      await until(async () => (await page.locator("input[data-finds]").inputValue()) === "sail");
      await page.goBack();
      await until(async () => (await page.locator("input[data-finds]").inputValue()) === "");
    }
  });

  it("that a browser has of orders become views of the user", async () => {
    const page = await dashboard.open("/customers");
    const old = [{ name: "From the browser", search: { payment_status: ["captured"] } }];
    await page.evaluate(
      `localStorage.setItem("tradewind.orders.views", ${JSON.stringify(JSON.stringify(old))})`,
    );
    await page.goto(`${dashboard.url}/app/orders`);
    await view(page, "From the browser").click();
    await page.waitForURL(/captured/);
    await until(async () => (await page.evaluate(`localStorage.getItem("tradewind.orders.views")`)) === null);
    const { body } = await dashboard.api.get("/admin/saved-views?list=orders");
    expect(body.saved_views).toMatchObject([
      { name: "From the browser", is_shared: false, search: old[0]!.search },
    ]);
  });
});

it("a period such as the last 7 days is chosen by its name, and stays current in a view", async () => {
  const [old, recent] = [await anOrderOf(dashboard), await anOrderOf(dashboard)];
  await dashboard.db.run({
    text: `update "order" set created_at = now() - interval '8 days' where id = $1`,
    values: [old.id],
  });
  const page = await dashboard.open("/orders");
  const link = ({ display_id }: { display_id: number }) =>
    page.getByRole("link", { name: `#${display_id}`, exact: true });
  await link(old).waitFor();
  await page.getByRole("combobox", { name: "Date" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await link(old).waitFor({ state: "detached" });
  await link(recent).waitFor();
  expect(page.url()).toContain("from=last-7-days");
  await page.getByRole("combobox", { name: "Date" }).click();
  await page.getByRole("option", { name: "Choose days" }).click();
  await page.getByRole("button", { name: "From and to" }).waitFor();
  await link(old).waitFor();
  await checkBothScreens(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await until(async () => !(await isWide(page)));
});

describe("work for many", () => {
  it("prints the packing slips of all orders that the filters find, on every page", async () => {
    for (let made = 0; made < 3; made += 1) await anOrderOf(dashboard);
    await dashboard.db.run({ text: `update "order" set email = 'all-slips@example.com'`, values: [] });
    const [placed] = await dashboard.db.run<{ count: string }>({
      text: `select count(*) from "order"`,
      values: [],
    });
    const page = await dashboard.open("/orders?q=all-slips");
    await page.route("**/admin/orders?*limit=50*", async (route) => {
      const response = await route.fetch({ url: route.request().url().replace("limit=50", "limit=2") });
      await route.fulfill({ response });
    });
    await page.reload();
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await page.getByRole("button", { name: `Select all ${placed!.count}` }).click();
    await page.getByRole("button", { name: "Packing slip", exact: true }).click();
    await page.getByRole("heading", { name: `${placed!.count} packing slips` }).waitFor();
  });

  it("captures, packs, ships and archives all orders that the filters find, on every page", async () => {
    for (let made = 0; made < 3; made += 1) await anOrderOf(dashboard, { email: "bulk@quay.example" });
    const page = await dashboard.open("/orders?q=bulk@quay.example");
    await page.route("**/admin/orders?*limit=50*", async (route) => {
      const response = await route.fetch({ url: route.request().url().replace("limit=50", "limit=2") });
      await route.fulfill({ response });
    });
    await page.reload();
    const bar = page.getByRole("region", { name: "Actions for the selected orders" });
    const steps = {
      Capture: "payment_status = 'captured'",
      Pack: "fulfillment_status = 'fulfilled'",
      Ship: "fulfillment_status = 'shipped'",
      Archive: "status = 'archived'",
    };
    for (const [action, condition] of Object.entries(steps)) {
      await takeAll(page, 3);
      await bar.getByRole("button", { name: action, exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: action, exact: true }).click();
      const done = `select count(*) from "order" where email = 'bulk@quay.example' and ${condition}`;
      await until(async () => (await count(done)) === 3);
      await page.getByRole("status").filter({ hasText: "3 done" }).waitFor();
      await until(
        async () => (await page.getByRole("checkbox", { name: "Select all" }).isChecked()) === false,
      );
    }
  });

  it("tags and assigns all orders that the filters find, and names the one that is refused", async () => {
    for (let made = 0; made < 3; made += 1) await anOrderOf(dashboard, { email: "rest@quay.example" });
    await dashboard.db.run({ text: `update "order" set email = 'all@quay.example'`, values: [] });
    const total = await count('select count(*) from "order"');
    const page = await dashboard.open("/orders?q=quay.example");
    await page.route("**/admin/orders?*limit=50*", async (route) => {
      const response = await route.fetch({ url: route.request().url().replace("limit=50", "limit=2") });
      await route.fulfill({ response });
    });
    await page.reload();
    const bar = page.getByRole("region", { name: "Actions for the selected orders" });
    await takeAll(page, total);
    await bar.getByRole("button", { name: "Tags" }).click();
    const tags = page.getByRole("dialog", { name: `Tags of ${total} orders` });
    await tags.getByLabel("Tags to add").fill("Spring");
    await page.keyboard.press("Enter");
    await tags.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: `${total} done` })
      .waitFor();
    expect(await count("select count(*) from tradewind.tagged_order")).toBe(total);

    const [last] = await dashboard.db.run<{ id: string; display_id: number }>({
      text: 'select id, display_id from "order" order by display_id limit 1',
      values: [],
    });
    dashboard.allow(/status of 4\d\d/);
    await page.route("**/admin/order-assignees", async (route) => {
      const sent = route.request().postDataJSON() as { order_ids: string[]; user_id: string | null };
      const order_ids = sent.order_ids.map((id) => (id === last!.id ? "order_absent" : id));
      await route.continue({ postData: JSON.stringify({ ...sent, order_ids }) });
    });
    await takeAll(page, total);
    await bar.getByRole("button", { name: "Assign", exact: true }).click();
    const assign = page.getByRole("dialog", { name: `Assign ${total} orders` });
    await assign.getByRole("combobox", { name: "To" }).click();
    await page.getByRole("option").first().click();
    await assign.getByRole("button", { name: "Assign" }).click();
    const report = page.getByRole("alert").filter({ hasText: `${total - 1} done, 1 failed` });
    await report.getByText(`#${last!.display_id}: `).waitFor();
    expect(await count("select count(*) from tradewind.order_assignee")).toBe(total - 1);
  });

  it("asks first, reaches all hits on every page, and reports each row", async () => {
    const tags = Array.from({ length: 60 }, (_, n) => `Crate ${String(n).padStart(2, "0")}`);
    for (const title of tags) await dashboard.api.post("/admin/products", { title, status: "draft" });
    const page = await dashboard.open("/products?q=crate");
    await page.getByText("60 products").waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).check();
    const bar = page.getByRole("region", { name: "Actions for the selected products" });
    await bar.getByText("50 products selected").waitFor();
    await bar.getByRole("button", { name: "Select all 60" }).click();
    await bar.getByText("60 products selected").waitFor();
    await bar.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish 60 products?" });
    await checkBothScreens(page);
    await dialog.getByRole("button", { name: "Back" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await published()).toBe(0);

    const refused = await aProductToRefuse();
    dashboard.allow(/status of 4\d\d/);
    await page.route(`**/admin/products/${refused}?*`, async (route) => {
      await dashboard.api.delete(`/admin/products/${refused}`);
      await route.continue();
    });
    await bar.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByRole("button", { name: "Publish" }).click();
    const report = page.getByRole("alert").filter({ hasText: "59 done, 1 failed" });
    await report.getByText("Crate 07: ").waitFor();
    await report.getByText(/Done: .*Crate 59/).waitFor();
    expect(await published()).toBe(59);
    await checkBothScreens(page);
  });

  const count = async (text: string) => {
    const [found] = await dashboard.db.run<{ count: string }>({ text, values: [] });
    return Number(found!.count);
  };

  const takeAll = async (page: Page, total: number) => {
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await page.getByRole("button", { name: `Select all ${total}` }).click();
  };

  it("tags all customers that the filters find, and can be stopped", async () => {
    await dashboard.db.run({
      text: `insert into customer (id, email, first_name, has_account)
        select 'cus_bulk_' || n, 'bulk' || n || '@mill.example', 'Miller ' || n, false from generate_series(1, 260) n`,
      values: [],
    });
    const tagged = "select count(*) from tradewind.tagged_customer where customer_id like 'cus_bulk_%'";
    const page = await dashboard.open("/customers?q=mill.example");
    await page.getByText("260 customers").waitFor();
    await takeAll(page, 260);
    const bar = page.getByRole("region", { name: "For the selected customers" });
    const tag = async (name: string) => {
      await bar.getByRole("button", { name: "Tags" }).click();
      const dialog = page.getByRole("dialog", { name: "Tags of 260 customers" });
      await dialog.getByLabel("Tags to add").fill(name);
      await page.keyboard.press("Enter");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
    };
    let release = () => {};
    const stopped = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/admin/customer-tags/batch", async (route) => {
      await stopped;
      await route.continue();
    });
    await tag("Half");
    await bar.getByRole("button", { name: "Stop" }).click();
    release();
    await page.getByRole("status").filter({ hasText: "200 done, 60 not begun" }).waitFor();
    expect(await count(tagged)).toBe(200);

    await page.unroute("**/admin/customer-tags/batch");
    await takeAll(page, 260);
    await tag("Whole");
    const report = page.getByRole("status").filter({ hasText: "260 done" });
    await report.getByText(/Done: .*Miller 1\b/).waitFor();
    expect(await count(tagged)).toBe(460);
  });

  it("prints more packing slips than one print has in parts, the oldest orders first", async () => {
    const order = await anOrderOf(dashboard, { email: "parts@example.com" });
    await dashboard.db.run({
      text: `insert into "order" select other.* from "order" placed, generate_series(1, 200) n,
        jsonb_populate_record(placed, jsonb_build_object('id', 'order_part_' || n, 'display_id', 900000 + n,
          'cart_id', null, 'created_at', placed.created_at + n * interval '1 second')) other where placed.id = $1`,
      values: [order.id],
    });
    const page = await dashboard.open("/orders?q=parts@example.com");
    await page.getByText("201 orders").waitFor();
    await takeAll(page, 201);
    await page.getByRole("button", { name: "Packing slip", exact: true }).click();
    await page.getByText("One print has at most 200 packing slips").waitFor();
    await page.getByRole("menuitem", { name: "Slips 1 to 200, oldest orders first" }).waitFor();
    await page.getByRole("menuitem", { name: "Slips 201 to 201, oldest orders first" }).click();
    await page.getByRole("heading", { name: "1 packing slip", exact: true }).waitFor();
    await page.getByRole("heading", { name: "Order #900200" }).waitFor();
  });

  const published = async () => {
    const [found] = await dashboard.db.run<{ count: string }>({
      text: "select count(*) from product where title like 'Crate %' and status = 'published' and deleted_at is null",
      values: [],
    });
    return Number(found!.count);
  };

  const aProductToRefuse = async () => {
    const { body } = await dashboard.api.get("/admin/products?q=Crate+07&fields=id&expand=");
    return body.products[0].id as string;
  };
});

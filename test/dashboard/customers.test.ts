import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn } from "../support/factories/orders.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  dashboard.db.run({ text, values }) as never;

const inEuros = (amount: number) =>
  new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(amount / 100);

describe("a customer", () => {
  it("is found, shows the lifetime value, and gets a note, a name and a group", {
    tags: ["short"],
  }, async () => {
    const email = "ingrid@example.com";
    const [first, second] = [await anOrderOf(dashboard, { email }), await anOrderOf(dashboard, { email })];
    orderIn(await dashboard.api.post(`/admin/orders/${first.id}/capture`));
    const refund = { amount: 400, reason: "other" };
    orderIn(await dashboard.api.post(`/admin/orders/${first.id}/refund`, refund));
    await dashboard.api.post("/admin/customer-groups", { name: "Regulars" });
    const page = await dashboard.open("/customers");
    await page.getByLabel("Find", { exact: true }).fill("ingrid");
    await page.getByText("1 customer", { exact: true }).waitFor();
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByText(inEuros(first.total + second.total - 400), { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Write a note" }).fill("Calls on Mondays");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Calls on Mondays").last().waitFor();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Edit customer" }).click();
    await page.getByLabel("First name").fill("Ingrid");
    await checkAccessibility(page);
    await page.getByRole("combobox", { name: "Customer groups" }).click();
    await page.getByRole("option", { name: "Regulars" }).click();
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: /^Ingrid/ }).waitFor();
    const stored = await rows(
      `select first_name, (select count(*)::int from customer_group_customers where customer_id = customer.id) as groups,
        (select value from note where resource_id = customer.id) as note from customer where id = $1`,
      first.customer_id ?? (await dashboard.api.get(`/admin/orders/${first.id}`)).body.order.customer_id,
    );
    expect(stored).toEqual([{ first_name: "Ingrid", groups: 1, note: "Calls on Mondays" }]);
  });

  it("joins and leaves a group", async () => {
    await anOrderOf(dashboard, { email: "sven@example.com" });
    const page = await dashboard.open("/customer-groups");
    await page.getByRole("button", { name: "New group" }).click();
    await page.getByLabel("Name of the group").fill("Sailors");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Sailors", level: 1 }).waitFor();
    await page.getByRole("combobox", { name: "Add a customer" }).fill("sven");
    await page.getByRole("option", { name: /sven@example.com/ }).click();
    const remove = page.getByRole("button", { name: /^Remove .* from the group$/ });
    await remove.waitFor();
    const members = `select count(*)::int as members from customer_group_customers
      where customer_group_id = (select id from customer_group where name = 'Sailors')`;
    expect(await rows(members)).toEqual([{ members: 1 }]);
    await remove.click();
    await page.getByText("No customers are in this group yet.").waitFor();
    expect(await rows(members)).toEqual([{ members: 0 }]);
  });
});

describe("a draft order", () => {
  it("offers the countries of its region, also after a page that reads the regions without them", async () => {
    const page = await dashboard.open("/products/new");
    await page.getByRole("heading", { name: "New product" }).waitFor();
    await page.getByRole("link", { name: "Draft orders" }).click();
    await page.getByRole("link", { name: "New draft order" }).click();
    await page.getByRole("combobox", { name: "Region" }).click();
    await page.getByRole("option", { name: "Europe" }).click();
    await page.getByRole("combobox", { name: "Country" }).click();
    await page.getByRole("option", { name: "Denmark" }).waitFor();
    expect(await page.getByRole("option", { name: "Japan" }).count()).toBe(0);
  });

  it("has goods of the catalogue and others, shows its totals, and becomes a paid order", {
    tags: ["short"],
  }, async () => {
    const page = await dashboard.open("/draft-orders/new");
    await page.getByLabel("Email").fill("phone@example.com");
    await page.getByRole("combobox", { name: "Region" }).click();
    await page.getByRole("option", { name: "Europe" }).click();
    await page.getByRole("combobox", { name: "Add an article" }).click();
    await page.getByRole("option").first().click();
    await page.getByLabel("Or something that is not in the catalogue").fill("Engraving");
    await page.getByLabel("Its price").fill("12.50");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("combobox", { name: "Shipping", exact: true }).click();
    await page.getByRole("option").first().click();
    await page.getByLabel("Street and number").fill("Havnegade 12");
    await page.getByLabel("City").fill("København");
    await page.getByRole("combobox", { name: "Country" }).click();
    await page.getByRole("option", { name: "Denmark" }).click();
    await page.getByRole("button", { name: "Create and see the totals" }).click();
    await page.getByRole("heading", { name: /^Draft order D/ }).waitFor();
    await page.getByText("Engraving").waitFor();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("heading", { name: /^Order #/ }).waitFor();
    const placed = await rows(
      `select payment_status, (select count(*)::int from line_item where order_id = placed.id) as lines,
        (select unit_price from line_item where order_id = placed.id and title = 'Engraving') as engraving
        from "order" placed where email = 'phone@example.com'`,
    );
    // Prices of the region are without taxes, and so is that of the line: its 25 % are added.
    expect(placed).toEqual([{ payment_status: "captured", lines: 2, engraving: 1250 }]);
    await page.goto(`${dashboard.url}/app/draft-orders`);
    await page.getByRole("table").getByText("Became an order").waitFor();
  });
});

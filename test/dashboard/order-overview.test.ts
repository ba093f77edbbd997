import { describe, expect } from "vitest";
import { checkAccessibility, checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf, demoRegion } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn } from "../support/factories/orders.ts";

const { it, dashboard } = withDashboard();

const readOrder = async (id: string) => orderIn(await dashboard.api.get(`/admin/orders/${id}`));

describe("the page of an order", () => {
  it("shows the way of shipping, leads to products and to the customer's earlier orders", async () => {
    const first = await anOrderOf(dashboard, { email: "again@example.com" });
    const order = await readOrder((await anOrderOf(dashboard, { email: "again@example.com" })).id);
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByText(`(${order.shipping_methods[0].shipping_option.name})`).waitFor();
    await page.getByRole("heading", { name: "1 earlier order" }).waitFor();
    await checkAccessibility(page);
    await page.getByRole("link", { name: `#${first.display_id}`, exact: true }).click();
    await page.getByRole("heading", { name: `Order #${first.display_id}` }).waitFor();
    await page.getByRole("heading", { name: "1 earlier order" }).waitFor({ state: "detached" });
    const { title } = order.items[0];
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("heading", { name: title }).waitFor();
  });

  it("names the codes of discounts and gift cards beside their amounts", { tags: ["short"] }, async () => {
    const { id: region_id } = await demoRegion(dashboard);
    const { body } = await dashboard.api.post("/admin/gift-cards", { region_id, value: 500 });
    const { code } = body.gift_card;
    const order = await anOrderOf(dashboard, { discounts: [{ code: "WELCOME10" }], giftCards: [{ code }] });
    const page = await dashboard.open(`/orders/${order.id}`);
    await page
      .getByRole("row", { name: /WELCOME10/ })
      .getByText(/^[-−]/)
      .waitFor();
    await page
      .getByRole("row", { name: new RegExp(code) })
      .getByText(/^[-−]€5\.00$/)
      .waitFor();
    await checkBothScreens(page);
  });
});

describe("packing slips", () => {
  it("have the name of the shop and name pieces that came back", async () => {
    const order = await readOrder((await anOrderOf(dashboard, { quantity: 3 })).id);
    await dashboard.api.post(`/admin/orders/${order.id}/capture`);
    const items = [{ item_id: order.items[0].id, quantity: 1 }];
    await dashboard.api.post(`/admin/orders/${order.id}/line-refunds`, {
      items,
      restock: true,
      reason: "return",
    });
    const { body } = await dashboard.api.get("/admin/store");
    const page = await dashboard.open(`/orders/${order.id}/packing-slip`);
    await page.getByText(body.store.name, { exact: true }).first().waitFor();
    await page.getByText("1 returned").waitFor();
    await page.getByRole("cell", { name: "2", exact: true }).waitFor();
    await checkAccessibility(page);
  });

  it("of a selection are one print, each on its own page", async () => {
    const orders = [await anOrderOf(dashboard), await anOrderOf(dashboard)];
    const page = await dashboard.open(`/orders/slips?ids=${orders.map(({ id }) => id).join(",")}`, {
      width: 390,
    });
    await page.getByRole("heading", { name: "2 packing slips" }).waitFor();
    expect(await page.locator(".sheet").count()).toBe(2);
    await checkAccessibility(page);
    const pdf = await page.pdf({ format: "A5" });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await page.goto(`${dashboard.url}/app/orders/slips?ids=`);
    await page.getByText("No orders were chosen.").waitFor();
  });
});

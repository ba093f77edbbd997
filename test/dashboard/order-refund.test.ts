import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn, type PlacedOrder } from "../support/factories/orders.ts";

const { it, dashboard } = withDashboard();

async function aCapturedOrder(quantity = 2): Promise<PlacedOrder> {
  const order = await anOrderOf(dashboard, { quantity });
  return orderIn(await dashboard.api.post(`/admin/orders/${order.id}/capture`));
}

const moneyOf = async ({ id }: { id: string }) =>
  (await dashboard.api.get(`/admin/orders/${id}/money`)).body.money;

describe("a refund by lines", () => {
  it("shows amount, tax and shipping before it is made, and the timeline names pieces and person", {
    tags: ["short"],
  }, async () => {
    const order = await aCapturedOrder();
    const { body } = await dashboard.api.post(`/admin/orders/${order.id}/line-refunds/preview`, {
      items: [{ item_id: order.items[0]!.id, quantity: 1 }],
    });
    const { shipping } = await moneyOf(order);
    const euros = (amount: number) => `€${(amount / 100).toFixed(2)}`;
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Pieces of/).fill("1");
    await dialog.getByText(euros(body.preview.amount)).first().waitFor();
    await dialog.getByRole("button", { name: "All of it" }).click();
    const all = euros(body.preview.amount + shipping.total);
    await dialog.getByLabel("Put the pieces back into stock").check();
    await dialog.getByLabel("Note").fill("A scratch");
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: `Refund ${all}` }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Partly refunded").first().waitFor();
    const entry = page.locator(".mantine-Timeline-item").filter({ hasText: "Money was refunded" });
    await entry.getByText(all).waitFor();
    await entry.getByText(/1 × /).waitFor();
    await entry.getByText(/admin@/).waitFor();
    expect(await moneyOf(order)).toMatchObject({
      refunded_total: body.preview.amount + shipping.total,
      lines: [{ refundable_quantity: 1 }],
      line_refunds: [{ is_restocked: true, shipping_amount: shipping.total }],
    });
    // What was refunded cannot be chosen again.
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await dialog.getByText("of 1", { exact: true }).waitFor();
  });

  it("is on a phone, and names what was refused meanwhile", async () => {
    const order = await aCapturedOrder(1);
    const page = await dashboard.open(`/orders/${order.id}`, { width: 390, height: 844 });
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Pieces of/).fill("1");
    await dialog.getByRole("button", { name: /^Refund €/ }).waitFor();
    await checkAccessibility(page);
    const items = [{ item_id: order.items[0]!.id, quantity: 1 }];
    await dashboard.api.post(`/admin/orders/${order.id}/line-refunds`, {
      items,
      restock: false,
      reason: "other",
    });
    dashboard.allow(/status of 400/);
    await dialog.getByRole("button", { name: /^Refund €/ }).click();
    await page.getByRole("alert").getByText("can be refunded").waitFor();
    expect((await moneyOf(order)).line_refunds).toHaveLength(1);
  });
});

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn, type PlacedOrder } from "../support/factories/orders.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  dashboard.db.run({ text, values }) as never;

async function aCapturedOrder(quantity = 2): Promise<PlacedOrder> {
  const order = await anOrderOf(dashboard, { quantity });
  orderIn(await dashboard.api.post(`/admin/orders/${order.id}/capture`));
  return order;
}

const choose = async (page: Page, name: string | RegExp) => {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name }).click();
};

describe("one order", () => {
  it("is refunded in part, up to the limit that is shown", async () => {
    const order = await anOrderOf(dashboard, { quantity: 2 });
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Edit goods" }).waitFor();
    // What is only authorized is not there to be refunded.
    expect(await page.getByRole("menuitem", { name: "Refund" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Capture" }).click();
    await page.getByRole("button", { name: "Capture" }).waitFor({ state: "detached" });
    await choose(page, "Refund");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("An amount").click();
    await dialog.getByText("can be refunded").waitFor();
    await dialog.getByRole("textbox", { name: "Amount" }).fill(String(order.total));
    await dialog.getByRole("button", { name: /^Refund/ }).click();
    await dialog.getByText("At most").waitFor();
    await checkAccessibility(page);
    await dialog.getByRole("textbox", { name: "Amount" }).fill("5.00");
    await dialog.getByLabel("Note").fill("A scratch");
    await dialog.getByRole("button", { name: "Refund €5.00" }).click();
    await page.getByText("Partly refunded").waitFor();
    const found = "select amount, reason, note from refund where order_id = $1";
    expect(await rows(found, order.id)).toEqual([{ amount: 500, reason: "discount", note: "A scratch" }]);
  });

  it("is packed and shipped in parts with tracking numbers, and unpacked", async () => {
    const order = await aCapturedOrder();
    const page = await dashboard.open(`/orders/${order.id}`);
    await choose(page, "Pack some of it");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Pieces of/).fill("1");
    await dialog.getByLabel("The parcel leaves now").check();
    await dialog.getByLabel("Tracking number").fill("TRACK-1");
    await dialog.getByRole("button", { name: "Pack and ship" }).click();
    await page.getByText("TRACK-1").waitFor();
    await page.getByText("Partly shipped").waitFor();
    await choose(page, "Pack some of it");
    await dialog.getByRole("button", { name: "Pack", exact: true }).click();
    await page.getByRole("button", { name: "Unpack" }).click();
    await page.getByRole("button", { name: "Unpack" }).waitFor({ state: "detached" });
    const parcels = await rows(
      `select shipped_at is not null as sent, canceled_at is not null as canceled, tracking_number
        from fulfillment left join tracking_link on fulfillment_id = fulfillment.id
        where order_id = $1 order by fulfillment.created_at`,
      order.id,
    );
    expect(parcels).toEqual([
      { sent: true, canceled: false, tracking_number: "TRACK-1" },
      { sent: false, canceled: true, tracking_number: null },
    ]);
  });

  it("gets more goods after the totals were shown, asked for and paid", async () => {
    const order = await aCapturedOrder(1);
    const page = await dashboard.open(`/orders/${order.id}`);
    await choose(page, "Edit goods");
    await page.getByRole("button", { name: "Start editing" }).click();
    const quantity = page.getByLabel(/^Quantity of/);
    await quantity.fill("3");
    await quantity.press("Enter");
    await page.getByText(/The customer pays €.* more/).waitFor();
    await checkAccessibility(page);
    const [before] = await rows<{ items: number }>(
      "select sum(quantity)::int as items from line_item where order_id = $1",
      order.id,
    );
    expect(before).toEqual({ items: 1 });
    await page.getByRole("button", { name: "Ask the customer" }).click();
    await page.getByText("Waits for the customer").waitFor();
    await page.getByRole("button", { name: /^Mark €.* as paid$/ }).click();
    await page.getByRole("button", { name: "Confirm now" }).click();
    await page.getByRole("heading", { name: `Order #${order.display_id}`, exact: true }).waitFor();
    const { body } = await dashboard.api.get(`/admin/orders/${order.id}`);
    expect(body.order.items).toMatchObject([{ quantity: 3 }]);
    expect(body.order.paid_total).toBe(body.order.total);
    expect(body.order.total).toBeGreaterThan(order.total);
  });

  it("gets another email and address, unless another user was faster", async () => {
    const order = await aCapturedOrder();
    const page = await dashboard.open(`/orders/${order.id}`);
    await choose(page, "Change email and addresses");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("City").fill("Svolvær");
    await checkAccessibility(page);
    await dashboard.api.post(`/admin/orders/${order.id}`, { email: "first@example.com" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Another user changed this meanwhile").waitFor();
    const city =
      'select city from address where id = (select shipping_address_id from "order" where id = $1)';
    expect(await rows(city, order.id)).not.toEqual([{ city: "Svolvær" }]);
    await dialog.getByRole("button", { name: "Save mine over it" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Svolvær").waitFor();
    expect(await rows(city, order.id)).toEqual([{ city: "Svolvær" }]);
  });

  it("is printed as a packing slip and an address label", async () => {
    const order = await aCapturedOrder();
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Print" }).click();
    await page.getByRole("menuitem", { name: "Packing slip", exact: true }).click();
    await page.getByRole("cell", { name: "2", exact: true }).waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation").count()).toBe(0);
    await page.emulateMedia({ media: "screen" });
    await page.goto(`${dashboard.url}/app/orders/${order.id}/label`);
    await page.locator("address").waitFor();
  });
});

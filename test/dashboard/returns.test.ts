import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn, type PlacedOrder } from "../support/factories/orders.ts";
import { completeSwap, prepareSwapCart } from "../support/factories/swaps.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  dashboard.db.run({ text, values }) as never;

/** Two pieces, paid and sent. */
async function aSentOrder(): Promise<PlacedOrder> {
  const order = await anOrderOf(dashboard, { quantity: 2 });
  const at = `/admin/orders/${order.id}`;
  orderIn(await dashboard.api.post(`${at}/capture`));
  const items = [{ item_id: order.items[0]!.id, quantity: 2 }];
  const packed = orderIn(await dashboard.api.post(`${at}/fulfillment`, { items }));
  orderIn(await dashboard.api.post(`${at}/shipment`, { fulfillment_id: packed.fulfillments[0].id }));
  return order;
}

const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();

/** Opens the guided flow and chooses one piece. */
async function beginWith(order: PlacedOrder, kind: "Return" | "Swap" | "Claim"): Promise<Page> {
  const page = await dashboard.open(`/orders/${order.id}/exchange`);
  await page.getByRole("radio", { name: new RegExp(`^${kind}`) }).check();
  await next(page);
  await page.getByLabel(/^Pieces of/).fill("1");
  return page;
}

const ofOrder = (page: Page, order: PlacedOrder) =>
  page.getByRole("heading", { name: `Order #${order.display_id}`, exact: true }).waitFor();

describe("a return", () => {
  it("shows the refund before it is made, waits in the inbox, and is refunded when it is received", {
    tags: ["short"],
  }, async () => {
    const order = await aSentOrder();
    const page = await beginWith(order, "Return");
    await next(page);
    await checkAccessibility(page);
    await next(page);
    const promise = await page.getByText(/is refunded when the goods are received/).textContent();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Create the return" }).click();
    await ofOrder(page, order);
    await page.goto(`${dashboard.url}/app/orders/${order.id}/exchange?kind=swap`);
    // What is on its way back already is not offered.
    await page.getByText("at most 1").waitFor();
    await page.goto(`${dashboard.url}/app/returns`);
    await page.getByRole("link", { name: `#${order.display_id}` }).waitFor();
    await checkAccessibility(page);
    await page.getByRole("link", { name: `#${order.display_id}` }).click();
    await page.getByRole("button", { name: "Receive" }).click();
    await page.getByText(/The goods go back into stock, and .* is refunded/).waitFor();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Receive the goods" }).click();
    await page.getByText("Received", { exact: true }).waitFor();
    const [made] = await rows<{ status: string; refund_amount: number; paid_back: number }>(
      `select status, refund_amount, (select sum(amount)::int from refund where order_id = $1) as paid_back
        from "return" where order_id = $1`,
      order.id,
    );
    expect(made).toMatchObject({ status: "received", paid_back: made!.refund_amount });
    expect(promise).toContain((made!.refund_amount / 100).toFixed(2));
  });

  it("whose goods are here is received and refunded with one request", async () => {
    const order = await aSentOrder();
    const page = await beginWith(order, "Return");
    const changes: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === "POST" && !pathname.endsWith("/exchange-preview")) changes.push(pathname);
    });
    await next(page);
    await page.getByRole("checkbox", { name: "The goods are here already" }).check();
    await next(page);
    await page.getByText(/is refunded now/).waitFor();
    await page.getByRole("button", { name: "Create the return" }).click();
    await ofOrder(page, order);
    await page.getByText("Received", { exact: true }).waitFor();
    expect(changes).toEqual([`/admin/orders/${order.id}/return`]);
    const [made] = await rows<{ status: string; refund_amount: number; paid_back: number }>(
      `select status, refund_amount, (select sum(amount)::int from refund where order_id = $1) as paid_back
        from "return" where order_id = $1`,
      order.id,
    );
    expect(made).toMatchObject({ status: "received", paid_back: made!.refund_amount });
  });

  it("that has less than expected waits for a decision about the money", async () => {
    const order = await aSentOrder();
    const items = [{ item_id: order.items[0]!.id, quantity: 2 }];
    orderIn(await dashboard.api.post(`/admin/orders/${order.id}/return`, { items }));
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Receive" }).click();
    await page.getByLabel(/^Arrived pieces of/).fill("1");
    await page.getByText("Without an amount nothing is refunded").waitFor();
    await page.getByLabel("Refund", { exact: true }).fill("7.50");
    await page.getByRole("button", { name: "Receive the goods" }).click();
    await page.getByText("Received", { exact: true }).waitFor();
    const refunds = await rows("select amount, reason from refund where order_id = $1", order.id);
    expect(refunds).toEqual([{ amount: 750, reason: "return" }]);
  });
});

describe("a swap", () => {
  it("that the customer confirms in the storefront is packed and shipped", async () => {
    const order = await aSentOrder();
    const { id: item_id, variant_id } = order.items[0]!;
    orderIn(
      await dashboard.api.post(`/admin/orders/${order.id}/swaps`, {
        return_items: [{ item_id, quantity: 1 }],
        additional_items: [{ variant_id, quantity: 1 }],
      }),
    );
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByText("Not confirmed yet: the goods cannot be packed.").waitFor();
    const [swap] = await rows<{ cart_id: string }>("select cart_id from swap where order_id = $1", order.id);
    const customer = dashboard.visitor();
    const { body } = await customer.get(`/store/shipping-options/${swap!.cart_id}`);
    await prepareSwapCart(customer, swap!.cart_id, body.shipping_options[0].id);
    expect((await completeSwap(customer, swap!.cart_id)).status).toBe(200);
    await page.reload();
    await page.getByRole("button", { name: "Pack the new goods" }).click();
    await page.getByRole("button", { name: "Ship", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Ship" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await checkAccessibility(page);
    const states = await rows("select fulfillment_status from swap where order_id = $1", order.id);
    expect(states).toEqual([{ fulfillment_status: "shipped" }]);
  });
});

describe("a claim", () => {
  it("refunds what is decided, with the reason, and is in the inbox", async () => {
    const order = await aSentOrder();
    const page = await beginWith(order, "Claim");
    await page.getByRole("combobox", { name: /^Reason for/ }).click();
    await page.getByRole("option", { name: "Faulty" }).click();
    await next(page);
    await checkAccessibility(page);
    await next(page);
    await page.getByLabel("Refund another amount").fill("3.00");
    await page.getByText("€3.00 is refunded now.").waitFor();
    await page.getByRole("button", { name: "Create the claim" }).click();
    await ofOrder(page, order);
    const made = await rows(
      `select type, refund_amount, payment_status, (select reason from claim_item where claim_order_id = claim.id)
        from claim_order claim where order_id = $1`,
      order.id,
    );
    expect(made).toEqual([
      { type: "refund", refund_amount: 300, payment_status: "refunded", reason: "production_failure" },
    ]);
    await page.goto(`${dashboard.url}/app/returns?kind=claim&view=all`);
    await page.getByRole("link", { name: `#${order.display_id}` }).waitFor();
  });
});

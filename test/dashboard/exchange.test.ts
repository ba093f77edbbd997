import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn, type PlacedOrder } from "../support/factories/orders.ts";

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

/** Chooses one piece of the order, a variant of a title, and how it is sent. */
async function exchangeFor(
  page: Page,
  order: PlacedOrder,
  { kind = "Swap", goods }: { kind?: string; goods: Goods },
): Promise<void> {
  await page.goto(`${dashboard.url}/app/orders/${order.id}/exchange`);
  await page.getByRole("radio", { name: new RegExp(`^${kind}`) }).check();
  await next(page);
  await page.getByLabel(/^Pieces of/).fill("1");
  await next(page);
  if (kind === "Claim") await page.getByRole("radio", { name: /New goods/ }).check();
  await page.getByRole("combobox", { name: "New goods" }).fill(goods.sku);
  await page.getByRole("option", { name: new RegExp(goods.sku) }).click();
  const pieces = page.getByRole("table", { name: "New goods" }).getByRole("textbox");
  await pieces.fill(String(goods.pieces));
  await page.getByRole("combobox", { name: "Shipping to the customer" }).click();
  expect(await page.getByRole("option").first().innerText()).not.toContain("Gift card");
  await page.getByRole("option").first().click();
}

/** Ten pieces of the dearest article in stock cost more than what was sold, one of the cheapest less. */
async function aVariant(isDearer: boolean): Promise<Goods> {
  const prices = await rows<{ id: string; sku: string }>(
    `select variant.id, variant.sku from product_variant variant
      join product_variant_money_amount link on link.variant_id = variant.id
      join money_amount price on price.id = link.money_amount_id and price.currency_code = 'eur'
        and price.price_list_id is null and price.deleted_at is null
      where variant.inventory_quantity > 10 and variant.sku is not null order by price.amount`,
  );
  return { ...prices.at(isDearer ? -1 : 0)!, pieces: isDearer ? 10 : 1 };
}

interface Goods {
  id: string;
  sku: string;
  pieces: number;
}

async function packAndShip(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pack the new goods" }).click();
  await page.getByRole("button", { name: "Ship", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ship" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

const statesOf = (order: PlacedOrder) =>
  rows<{ payment_status: string; fulfillment_status: string }>(
    "select payment_status, fulfillment_status from swap where order_id = $1",
    order.id,
  );

const ofOrder = (page: Page, order: PlacedOrder) =>
  page.getByRole("heading", { name: `Order #${order.display_id}`, exact: true }).waitFor();

describe("a merchant finishes an exchange", () => {
  it("whose difference the customer pays with the link", async () => {
    const order = await aSentOrder();
    const page = await dashboard.open("/orders");
    await exchangeFor(page, order, { goods: await aVariant(true) });
    await checkAccessibility(page);
    await next(page);
    await page.getByText(/^The customer pays €/).waitFor();
    const sold = await rows<{ description: string }>(
      "select description from line_item where order_id = $1",
      order.id,
    );
    await page.getByText(sold[0]!.description).first().waitFor();
    await checkAccessibility(page);
    await page.getByRole("radio", { name: "The customer pays with a link" }).check();
    await page.getByRole("button", { name: "Create the swap" }).click();
    await ofOrder(page, order);
    expect(await page.getByRole("button", { name: "Pack the new goods" }).count()).toBe(0);
    const link = await page.getByLabel("Link to pay").inputValue();
    await checkAccessibility(page);
    const customer = await page.context().browser()!.newPage({ javaScriptEnabled: false });
    await customer.goto(link);
    await customer.getByRole("button", { name: /^Pay/ }).click();
    await customer.getByText("Your exchange is confirmed.").waitFor();
    await customer.close();
    await page.reload();
    await packAndShip(page);
    expect(await statesOf(order)).toEqual([{ payment_status: "awaiting", fulfillment_status: "shipped" }]);
    await page.getByRole("button", { name: /^Capture/ }).click();
    await page.getByRole("button", { name: /^Capture/ }).waitFor({ state: "detached" });
    expect(await statesOf(order)).toMatchObject([{ payment_status: "captured" }]);
  });

  it("whose difference is waived, and ships it", async () => {
    const order = await aSentOrder();
    const page = await dashboard.open("/orders", { width: 390 });
    await exchangeFor(page, order, { goods: await aVariant(true) });
    await next(page);
    await page.getByRole("radio", { name: "Waive the difference" }).check();
    await page.getByRole("button", { name: "Create the swap" }).click();
    await ofOrder(page, order);
    await packAndShip(page);
    await checkAccessibility(page);
    expect(await statesOf(order)).toEqual([{ payment_status: "confirmed", fulfillment_status: "shipped" }]);
  });

  it("whose customer is owed: refunded at once", async () => {
    const order = await aSentOrder();
    const page = await dashboard.open("/orders");
    await exchangeFor(page, order, { goods: await aVariant(false) });
    await next(page);
    await page.getByRole("radio", { name: "Refund it now" }).check();
    await page.getByRole("button", { name: "Create the swap" }).click();
    await ofOrder(page, order);
    await packAndShip(page);
    expect(await statesOf(order)).toEqual([
      { payment_status: "difference_refunded", fulfillment_status: "shipped" },
    ]);
  });

  it("that was begun without shipping and a decision", async () => {
    const order = await aSentOrder();
    const { id: variant_id, pieces: quantity } = await aVariant(true);
    orderIn(
      await dashboard.api.post(`/admin/orders/${order.id}/swaps`, {
        return_items: [{ item_id: order.items[0]!.id, quantity: 1 }],
        additional_items: [{ variant_id, quantity }],
      }),
    );
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Finish the exchange" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Shipping to the customer" }).click();
    await page.getByRole("option").first().click();
    await dialog.getByRole("radio", { name: "Paid already, outside of the shop" }).check();
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Finish" }).click();
    await dialog.waitFor({ state: "detached" });
    await packAndShip(page);
    expect(await statesOf(order)).toEqual([{ payment_status: "captured", fulfillment_status: "shipped" }]);
  });
});

describe("a claim", () => {
  it("sends its replacement", async () => {
    const order = await aSentOrder();
    const page = await dashboard.open("/orders");
    await exchangeFor(page, order, { kind: "Claim", goods: await aVariant(true) });
    await next(page);
    await page.getByRole("button", { name: "Create the claim" }).click();
    await ofOrder(page, order);
    await packAndShip(page);
    const claims = await rows("select fulfillment_status from claim_order where order_id = $1", order.id);
    expect(claims).toEqual([{ fulfillment_status: "shipped" }]);
  });
});

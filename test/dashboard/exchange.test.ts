import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn, type PlacedOrder } from "../support/factories/orders.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  dashboard.db.run({ text, values }) as never;

let made = 0;

/** An article of this test. What the demo shop sells costs anything, and runs out of stock from one test to the next. */
async function anArticle(amount: number): Promise<Goods> {
  made += 1;
  const sku = `EXCHANGE-${100 + made}`;
  const { body } = await dashboard.api.post("/admin/products", {
    title: `Article ${made}`,
    status: "published",
    options: [{ title: "Size" }],
    variants: [
      {
        title: "One",
        sku,
        manage_inventory: false,
        options: [{ value: "One" }],
        prices: [{ currency_code: "eur", amount }],
      },
    ],
  });
  return { id: body.product.variants[0].id, sku, pieces: 1 };
}

/** Costs more than what was sold, or nearly nothing. */
const aVariant = (isDearer: boolean): Promise<Goods> => anArticle(isDearer ? 90_000 : 100);

/** Two pieces, paid and sent. */
async function aSentOrder(): Promise<PlacedOrder> {
  const { id: variantId } = await anArticle(12_000);
  const order = await anOrderOf(dashboard, { quantity: 2, variantId });
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

/** The page of the order, without a refusal: that would say why a step was not made. */
async function ofOrder(page: Page, order: PlacedOrder): Promise<void> {
  await page.getByRole("heading", { name: `Order #${order.display_id}`, exact: true }).waitFor();
  expect(await page.getByRole("alert").allInnerTexts()).toEqual([]);
}

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
    // The page of the order follows what the customer does.
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
    // Only one is created.
    await page.getByRole("button", { name: "Create the swap" }).dblclick();
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

  it("whose customer is owed: with a gift card", async () => {
    const order = await aSentOrder();
    const page = await dashboard.open("/orders");
    await exchangeFor(page, order, { goods: await aVariant(false) });
    await next(page);
    await page.getByRole("radio", { name: "Give a gift card for it" }).check();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Create the swap" }).click();
    await ofOrder(page, order);
    await packAndShip(page);
    expect(await statesOf(order)).toEqual([
      { payment_status: "difference_refunded", fulfillment_status: "shipped" },
    ]);
    await page.getByRole("link", { name: /^Gift card for €/ }).click();
    const [card] = await rows<{ code: string }>("select code from gift_card where order_id = $1", order.id);
    await page.getByText(card!.code).first().waitFor();
  });

  it("whose customer is owed: decided later, with a gift card", async () => {
    const order = await aSentOrder();
    const page = await dashboard.open("/orders", { width: 390 });
    await exchangeFor(page, order, { goods: await aVariant(false) });
    await next(page);
    await page.getByRole("radio", { name: "Decide later" }).check();
    await page.getByRole("button", { name: "Create the swap" }).click();
    await ofOrder(page, order);
    await page.getByRole("button", { name: /^Gift card for €/ }).click();
    await page.getByRole("link", { name: /^Gift card for €/ }).waitFor();
    await checkAccessibility(page);
    expect(await statesOf(order)).toMatchObject([{ payment_status: "difference_refunded" }]);
  });

  it("whose difference a gift card pays", async () => {
    const order = await aSentOrder();
    const [region] = await rows<{ id: string }>(
      `select region_id as id from "order" where id = $1`,
      order.id,
    );
    const { body } = await dashboard.api.post("/admin/gift-cards", { region_id: region!.id, value: 200_000 });
    const page = await dashboard.open("/orders");
    await exchangeFor(page, order, { goods: await aVariant(true) });
    await next(page);
    await page.getByRole("radio", { name: "Take it from a gift card of the customer" }).check();
    await page.getByLabel("Code of the gift card").fill(body.gift_card.code);
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Create the swap" }).click();
    await ofOrder(page, order);
    await packAndShip(page);
    expect(await statesOf(order)).toEqual([{ payment_status: "captured", fulfillment_status: "shipped" }]);
    const [card] = await rows<{ balance: number }>(
      "select balance from gift_card where id = $1",
      body.gift_card.id,
    );
    expect(card!.balance).toBeLessThan(200_000);
  });

  it("whose gift card is not known: the difference stays open, and the page says so", async () => {
    const order = await aSentOrder();
    const page = await dashboard.open("/orders");
    await exchangeFor(page, order, { goods: await aVariant(true) });
    await next(page);
    await page.getByRole("radio", { name: "Take it from a gift card of the customer" }).check();
    await page.getByLabel("Code of the gift card").fill("NOT-A-CARD");
    dashboard.allow(/status of 404/);
    await page.getByRole("button", { name: "Create the swap" }).click();
    await page
      .getByRole("alert")
      .getByText(/^The swap was created, but its difference is still open/)
      .waitFor();
    await page.getByRole("button", { name: "Finish the exchange" }).waitFor();
    expect(await statesOf(order)).toMatchObject([{ payment_status: "not_paid" }]);
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

it("a swap is cancelled after a question, and the steps before are read from their heading on", async () => {
  const order = await aSentOrder();
  const page = await dashboard.open("/orders");
  await exchangeFor(page, order, { goods: await aVariant(false) });
  expect(await page.getByRole("option").count()).toBe(0);
  await next(page);
  await page.getByText(/^It is what the old goods were sold for/).waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("What happens to the money");
  await page.getByRole("radio", { name: "Decide later" }).check();
  await page.getByRole("button", { name: "Create the swap" }).click();
  await ofOrder(page, order);
  await page.getByRole("button", { name: "Cancel the swap" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Back" }).click();
  expect(await statesOf(order)).toMatchObject([{ payment_status: "not_paid" }]);
  await page.getByRole("button", { name: "Cancel the swap" }).click();
  await checkAccessibility(page);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the swap" }).click();
  await page.getByRole("button", { name: "Cancel the swap" }).waitFor({ state: "detached" });
  expect(await statesOf(order)).toMatchObject([{ payment_status: "canceled" }]);
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

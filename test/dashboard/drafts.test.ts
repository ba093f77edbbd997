import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { checkPlainPage } from "../support/browser/plain-page.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { until } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

const rows = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  dashboard.db.run({ text, values }) as never;

/** A page of the customer, who is not logged in and runs no scripts. */
const asCustomer = (page: Page, locale = "en-GB") =>
  page
    .context()
    .browser()!
    .newPage({ javaScriptEnabled: false, locale, viewport: { width: 390, height: 800 } });

async function chooseRegion(page: Page, name = "Europe"): Promise<void> {
  await page.getByRole("combobox", { name: "Region" }).click();
  await page.getByRole("option", { name }).click();
}

/** The region's prices have the taxes of 25 % in them. */
async function withGrossPrices(): Promise<void> {
  const { body } = await dashboard.api.get("/admin/regions?limit=50");
  const { id } = body.regions.find(({ name }: { name: string }) => name === "Europe");
  await dashboard.api.post(`/admin/regions/${id}`, { includes_tax: true, tax_rate: 25 });
}

/** The demo shop's articles cost the same everywhere, and taxes are added. */
async function withNetPrices(): Promise<void> {
  await withGrossPrices();
  const { body } = await dashboard.api.get("/admin/regions?limit=50");
  const { id } = body.regions.find(({ name }: { name: string }) => name === "Europe");
  await dashboard.api.post(`/admin/regions/${id}`, { includes_tax: false });
}

async function addOwn(page: Page, title: string, price: string): Promise<void> {
  await page.getByLabel("Or something that is not in the catalogue").fill(title);
  await page.getByLabel(/^Its price/).fill(price);
  await page.getByRole("button", { name: "Add", exact: true }).click();
}

async function chooseShipping(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Shipping", exact: true }).click();
  await page.getByRole("option").first().click();
}

async function create(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create and see the totals" }).click();
  await page.getByRole("heading", { name: /^Draft order D/ }).waitFor();
}

/** For goods worth 5,000.00 or more. */
async function aPalletOption(): Promise<void> {
  const { body } = await dashboard.api.get("/admin/regions?limit=50");
  const { id } = body.regions.find(({ name }: { name: string }) => name === "Europe");
  const { body: profiles } = await dashboard.api.get("/admin/shipping-profiles");
  await dashboard.api.post("/admin/shipping-options", {
    name: "Pallet",
    region_id: id,
    profile_id: profiles.shipping_profiles.find(({ type }: { type: string }) => type === "default").id,
    provider_id: "manual",
    data: {},
    price_type: "flat_rate",
    amount: 9000,
    requirements: [{ type: "min_subtotal", amount: 500_000 }],
  });
}

const offered = (page: Page) => page.getByRole("option").allInnerTexts();

describe("a draft order", () => {
  it("is paid by its customer with a link, without a storefront and without scripts", async () => {
    await withGrossPrices();
    const page = await dashboard.open("/draft-orders/new");
    await page.getByRole("combobox", { name: "Email" }).fill("link@example.com");
    await chooseRegion(page);
    await page.getByRole("combobox", { name: "Add an article" }).click();
    await page.getByRole("option").first().click();
    await addOwn(page, "Engraving", "20.00");
    await chooseShipping(page);
    await create(page);
    await page.getByRole("button", { name: "Create a link to pay" }).click();
    const link = await page.getByLabel("Link to pay").inputValue();
    await checkAccessibility(page);
    const customer = await asCustomer(page);
    await customer.goto(link);
    await customer.getByText("Engraving").waitFor();
    await checkPlainPage(page, link);
    await customer.getByLabel("First name").fill("Ada");
    await customer.getByLabel("Last name").fill("Byron");
    await customer.getByLabel("Street and number").fill("Havnegade 12");
    await customer.getByLabel("Postal code").fill("1058");
    await customer.getByLabel("City").fill("København");
    await customer.getByLabel("Country").selectOption({ label: "Denmark" });
    await customer.getByRole("button", { name: "Continue" }).click();
    await customer.getByText("Havnegade 12").waitFor();
    await checkPlainPage(page, link);
    // The chosen option may not be one for every article.
    if (await customer.getByText("How shall we send it?").isVisible())
      await customer.getByRole("button", { name: "Continue" }).click();
    await customer.getByRole("button", { name: /^Pay/ }).click();
    await customer.getByText(/Your order number is \d+/).waitFor();
    await checkPlainPage(page, link);
    await customer.close();
    // The page of the draft follows what the customer does.
    await page.getByText("Became an order").waitFor();
    const placed = await rows(
      `select (select address_1 from address where id = placed.shipping_address_id) as street,
        (select count(*)::int from payment where order_id = placed.id) as payments
        from "order" placed where email = 'link@example.com'`,
    );
    expect(placed).toEqual([{ street: "Havnegade 12", payments: 1 }]);
  });

  it("whose link is revoked cannot be paid, in the customer's language", async () => {
    const page = await dashboard.open("/draft-orders/new");
    await page.getByRole("combobox", { name: "Email" }).fill("revoked@example.com");
    await chooseRegion(page);
    await addOwn(page, "Repair", "10.00");
    await chooseShipping(page);
    await create(page);
    await page.getByRole("button", { name: "Create a link to pay" }).click();
    const link = await page.getByLabel("Link to pay").inputValue();
    const customer = await asCustomer(page, "de-DE");
    await customer.goto(link);
    await customer.getByRole("button", { name: /bezahlen$/ }).waitFor();
    await page.getByRole("button", { name: "Revoke the link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke the link" }).click();
    await page.getByRole("button", { name: "Create a link to pay" }).waitFor();
    await customer.getByRole("button", { name: /bezahlen$/ }).click();
    await customer.getByRole("heading", { name: "Dieser Link ist nicht mehr gültig" }).waitFor();
    await checkPlainPage(page, link);
    await customer.close();
    const placed = await rows(`select id from "order" where email = 'revoked@example.com'`);
    expect(placed).toEqual([]);
  });

  it("shows prices with taxes as they are in the catalogue, and taxes what is not in it", async () => {
    await withGrossPrices();
    const page = await dashboard.open("/draft-orders/new");
    await page.getByRole("combobox", { name: "Email" }).fill("gross@example.com");
    await chooseRegion(page);
    await addOwn(page, "Mug of a friend", "20.00");
    await chooseShipping(page);
    await create(page);
    const goods = page.getByRole("table", { name: "Goods" });
    const line = goods.getByRole("row", { name: /Mug of a friend/ });
    await line.getByText("€20.00").first().waitFor();
    expect(await goods.getByText("€16.00").count()).toBe(0);
    await goods.getByText("Taxes included").waitFor();
    const { body } = await dashboard.api.get("/admin/draft-orders?q=gross@example.com");
    const draft = await dashboard.api.get(`/admin/draft-orders/${body.draft_orders[0].id}`);
    expect(draft.body.draft_order.cart.items).toMatchObject([{ tax_total: 400, total: 2000 }]);
  });

  it("shows prices without taxes where the region's prices are so, also those of the catalogue", async () => {
    await withNetPrices();
    const page = await dashboard.open("/draft-orders/new");
    await page.getByRole("combobox", { name: "Email" }).fill("net@example.com");
    await chooseRegion(page);
    await page.getByText("Prices without taxes; they are added").waitFor();
    await page.getByRole("combobox", { name: "Add an article" }).fill("EDM-CRE");
    await page.getByRole("option", { name: /EDM-CRE · €16\.00$/ }).click();
    await addOwn(page, "Pins", "9.99");
    const goods = page.getByRole("table", { name: "Goods" });
    await goods.getByText(/Enamel Deck Mug, Cream · €16\.00/).waitFor();
    await goods.getByLabel("Pieces of Pins · €9.99").fill("10");
    await chooseShipping(page);
    await create(page);
    await goods.getByText(/EDM-CRE · €16\.00/).waitFor();
    await goods.getByRole("row", { name: /Pins €9\.99/ }).waitFor();
    await goods.getByRole("row", { name: "Goods €115.90" }).waitFor();
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("heading", { name: /^Order #/ }).waitFor();
    await page.getByRole("row", { name: "Pins 10 × €9.99 €99.90" }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await checkAccessibility(page);
  });

  it("takes the known customer of a known email, found by name, and its address can be changed", async () => {
    const { body } = await dashboard.api.post("/admin/customers", {
      email: "chiara@example.com",
      first_name: "Chiara",
      last_name: "Moretti",
      password: "a password for Chiara",
    });
    const page = await dashboard.open("/draft-orders/new", { width: 390 });
    await page.getByRole("combobox", { name: "Email" }).fill("chiara@");
    await page.getByRole("option", { name: /Chiara Moretti/ }).click();
    await page.getByText("Known customer: Chiara Moretti").waitFor();
    await chooseRegion(page);
    await addOwn(page, "Repair", "10.00");
    await chooseShipping(page);
    await checkAccessibility(page);
    await create(page);
    const known = await rows("select customer_id from cart where email = 'chiara@example.com'");
    expect(known).toEqual([{ customer_id: body.customer.id }]);
    await page.getByRole("button", { name: "Change customer or address" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Street and number").fill("Via Nuova 3");
    await dialog.getByLabel("City").fill("Århus");
    await dialog.getByRole("combobox", { name: "Country" }).click();
    await page.getByRole("option", { name: "Denmark" }).click();
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Via Nuova 3").waitFor();
    await checkAccessibility(page);
  });
});

describe("the address of a new draft", () => {
  const streets = { "first@example.com": "Havnegade 1", "second@example.com": "Strandvej 2" };
  const street = (page: Page) => page.getByLabel("Street and number");
  const filled = (page: Page, value: string) =>
    until(async () => (await street(page).inputValue()) === value);
  const choose = async (page: Page, email: string) => {
    await page.getByRole("combobox", { name: "Email" }).fill(email);
    await page.getByText(/^Known customer/).waitFor();
  };

  it("is that of the chosen customer, also after another one was chosen", async () => {
    for (const [email, address_1] of Object.entries(streets)) {
      const { id } = (
        await dashboard.api.post("/admin/customers", {
          email,
          first_name: email.split("@")[0],
          last_name: "Buyer",
          password: "a password for a buyer",
        })
      ).body.customer;
      await dashboard.db.run({
        text: `insert into address (id, customer_id, first_name, address_1, city, country_code)
          values ('addr_' || $1, $1, 'Buyer', $2, 'Town', 'dk')`,
        values: [id, address_1],
      });
    }
    const page = await dashboard.open("/draft-orders/new");
    await choose(page, "first@example.com");
    await filled(page, "Havnegade 1");
    await choose(page, "second@example.com");
    await filled(page, "Strandvej 2");
    await page.getByRole("combobox", { name: "Email" }).fill("nobody@example.com");
    await filled(page, "");
    // What was typed stays.
    await choose(page, "first@example.com");
    await filled(page, "Havnegade 1");
    await street(page).fill("Back door 3");
    await choose(page, "second@example.com");
    await page.getByText("Known customer: second Buyer").waitFor();
    expect(await street(page).inputValue()).toBe("Back door 3");
  });
});

describe("the shipping of a draft", () => {
  it("is offered only if the goods are worth enough, and a line says why not", async () => {
    await aPalletOption();
    const page = await dashboard.open("/draft-orders/new");
    await page.getByRole("combobox", { name: "Email" }).fill("pallet@example.com");
    await chooseRegion(page);
    await addOwn(page, "Sample", "20.00");
    const notice = page.getByText("Pallet is not offered: it is for goods worth €5,000.00 or more.");
    await notice.waitFor();
    await page.getByRole("combobox", { name: "Shipping", exact: true }).click();
    expect((await offered(page)).join()).not.toContain("Pallet");
    await page.getByRole("option").first().click();
    await checkAccessibility(page);
    await create(page);
    await notice.waitFor();
    await page.getByRole("combobox", { name: "Shipping option" }).click();
    expect((await offered(page)).join()).not.toContain("Pallet");
    await page.keyboard.press("Escape");
    await checkAccessibility(page);
    // At a price of the merchant it can be chosen all the same.
    await page.getByRole("textbox", { name: "Price of the shipping" }).fill("50.00");
    await page.keyboard.press("Tab");
    await page.getByText("€50.00").first().waitFor();
    await notice.waitFor({ state: "detached" });
    const option = page.getByRole("combobox", { name: "Shipping option" });
    await option.click();
    await page.getByRole("option", { name: /^Pallet/ }).click();
    await until(async () => (await option.inputValue()).startsWith("Pallet"));
    await page.getByText("€50.00").first().waitFor();
  });

  it("stays as it was chosen, with the merchant's price, when the goods change", async () => {
    await withNetPrices();
    const page = await dashboard.open("/draft-orders/new");
    await page.getByRole("combobox", { name: "Email" }).fill("kept@example.com");
    await chooseRegion(page);
    await addOwn(page, "Engraving", "20.00");
    await chooseShipping(page);
    await page.getByRole("textbox", { name: "Price of the shipping" }).fill("7.00");
    await create(page);
    const goods = page.getByRole("table", { name: "Goods" });
    await goods.getByRole("row", { name: "Shipping €7.00" }).waitFor();
    await page.getByLabel("Quantity of Engraving").fill("3");
    await page.keyboard.press("Enter");
    await goods.getByRole("row", { name: "Goods €60.00" }).waitFor();
    await goods.getByRole("row", { name: "Shipping €7.00" }).waitFor();
    expect(await page.getByText(/^No shipping is chosen/).count()).toBe(0);
  });
});

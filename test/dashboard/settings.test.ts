import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const choose = async (page: Page, field: string, option: string | RegExp) => {
  // The chosen ones cover the field of a choice of many.
  await page.getByRole("combobox", { name: field }).click({ force: true });
  await page.getByRole("option", { name: option }).first().click();
};

const saved = (page: Page, text = "Saved") => page.getByRole("alert").getByText(text).first().waitFor();

interface Product {
  id: string;
  title: string;
  variants: { id: string; purchasable: boolean }[];
}

/** Two products of the demo shop that can be bought in euros, with a title that is not part of another's. */
async function twoProducts(): Promise<[Product, Product]> {
  const { body } = await dashboard.api.get("/admin/regions?limit=50");
  const europe = body.regions.find(({ name }: { name: string }) => name === "Europe");
  const goods = await dashboard.visitor().get(`/store/products?region_id=${europe.id}&limit=40`);
  const [one, two] = goods.body.products.filter(({ variants }: Product) => variants[0]?.purchasable);
  return [one, two];
}

describe("a new region", () => {
  it("with a tax rate and a shipping option can be bought from", async () => {
    const [reduced, usual] = await twoProducts();
    const page = await dashboard.open("/settings/regions");
    await page.getByRole("link", { name: "Create region" }).click();
    await page.getByLabel("Name").and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Create region" }).click();
    await page.getByText("Please fill in").first().waitFor();
    await page.getByLabel("Name").fill("Switzerland");
    await choose(page, "Currency", /^EUR/);
    await page.getByRole("combobox", { name: "Countries" }).fill("Switz");
    await page.getByRole("option", { name: "Switzerland" }).click();
    await page.keyboard.press("Escape");
    await page.getByLabel("Default tax rate").fill("8.1");
    await page.getByRole("button", { name: "Create region" }).click();
    await saved(page);
    await page.getByRole("heading", { name: "Switzerland", level: 1 }).waitFor();

    await page.getByRole("main").getByRole("link", { name: "Taxes" }).last().click();
    await page.getByRole("button", { name: "Create tax rate" }).click();
    const rate = page.getByRole("dialog", { name: "Create tax rate" });
    await rate.getByLabel("Name").fill("Reduced");
    await rate.getByLabel("Tax code").fill("reduced");
    await rate.getByRole("textbox", { name: "Rate" }).fill("2.6");
    await rate.getByRole("combobox", { name: "Products" }).fill(reduced.title);
    await page.getByRole("option", { name: reduced.title, exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("option").first().waitFor({ state: "hidden" });
    await checkAccessibility(page);
    await rate.getByRole("button", { name: "Create tax rate" }).click();
    await rate.waitFor({ state: "hidden" });
    await page.getByRole("cell", { name: "2.6%" }).waitFor();

    const [created] = await dashboard.db.run<{ id: string }>({
      text: "select id from region where name = 'Switzerland'",
      values: [],
    });
    const region_id = created!.id;
    await page.goto(`${dashboard.url}/app/settings/shipping?region=${region_id}`);
    await page.getByText("customers cannot order from this region yet").waitFor();
    await page.getByRole("button", { name: "Create shipping option" }).click();
    const option = page.getByRole("dialog", { name: "Create shipping option" });
    await option.getByLabel("Name").fill("Alpine post");
    await option.getByRole("combobox", { name: "Carrier and service" }).click();
    await page.getByRole("option").first().click();
    await option.getByLabel("Amount").fill("12.50");
    await option.getByLabel("Goods worth at least").fill("20");
    await option.getByLabel("Goods worth at most").fill("10");
    await option.getByRole("button", { name: "Create" }).click();
    await option.getByText("This must be more than the least.").waitFor();
    await checkAccessibility(page);
    await option.getByLabel("Goods worth at least").fill("");
    await option.getByLabel("Goods worth at most").fill("5000");
    await option.getByRole("button", { name: "Create" }).click();
    await option.waitFor({ state: "hidden" });
    await page.getByRole("cell", { name: "€12.50" }).waitFor();

    const buyer = dashboard.visitor();
    const items = [reduced, usual].map(({ variants }) => ({ variant_id: variants[0]!.id, quantity: 1 }));
    const { body } = await buyer.post("/store/carts", { region_id, country_code: "ch", items });
    const { body: offered } = await buyer.get(`/store/shipping-options/${body.cart.id}`);
    expect(offered.shipping_options).toMatchObject([{ name: "Alpine post", amount: 1250 }]);
    await buyer.post(`/store/carts/${body.cart.id}/shipping-methods`, {
      option_id: offered.shipping_options[0].id,
    });
    const { body: taxed } = await buyer.post(`/store/carts/${body.cart.id}/taxes`);
    const rates = taxed.cart.items.map(
      ({ variant, tax_lines }: { variant: { product_id: string }; tax_lines: { rate: number }[] }) => [
        variant.product_id,
        tax_lines.map((line) => line.rate),
      ],
    );
    expect(Object.fromEntries(rates)).toEqual({ [reduced.id]: [2.6], [usual.id]: [8.1] });
    expect(taxed.cart.shipping_total).toBe(1250);
  });
});

describe("the store", () => {
  it("says what is wrong, warns before changes are lost, and does not overwrite those of others", async () => {
    dashboard.allow(/status of 400/);
    const page = await dashboard.open("/settings/store");
    // Below it is the form of what stands on paper, with the name of the company.
    const store = page.getByRole("form", { name: "Store" });
    const name = store.getByRole("textbox", { name: "Name" });
    await name.fill("");
    await store.getByRole("button", { name: "Save" }).click();
    await page.getByText("Please fill in").waitFor();
    await name.fill("Harbour Goods");
    await page.getByRole("link", { name: "Currencies" }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await checkAccessibility(page);
    await question.getByRole("button", { name: "Back" }).click();
    await question.waitFor({ state: "hidden" });
    expect(await name.inputValue()).toBe("Harbour Goods");

    await dashboard.api.post("/admin/store", { name: "Changed by another" });
    await store.getByRole("button", { name: "Save" }).click();
    await page.getByText("Another user changed this meanwhile").waitFor();
    expect(await storeName()).toBe("Changed by another");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Save mine over it" }).click();
    await saved(page);
    expect(await storeName()).toBe("Harbour Goods");
    await page.getByRole("link", { name: "Currencies" }).click();
    await page.getByRole("heading", { name: "Currencies", level: 1 }).waitFor();
  });

  const storeName = async () => {
    const [store] = await dashboard.db.run<{ name: string }>({ text: "select name from store", values: [] });
    return store?.name;
  };

  it("sells in another currency until it is removed, which tells who uses it", {
    tags: ["short"],
  }, async () => {
    const page = await dashboard.open("/settings/currencies");
    await page.getByRole("combobox", { name: "Add a currency" }).fill("GBP");
    await page.getByRole("option", { name: /GBP/ }).click();
    await page.getByRole("alert").getByText("GBP was added").waitFor();
    await page.getByRole("switch", { name: "Prices in GBP include tax" }).click({ force: true });
    await saved(page);
    const { body } = await dashboard.api.get("/admin/currencies?code=gbp");
    expect(body.currencies).toMatchObject([{ code: "gbp", includes_tax: true }]);

    await page.getByRole("button", { name: "Make the default: GBP" }).click();
    await page.getByRole("row", { name: /^GBP.*Default/ }).waitFor();
    expect((await dashboard.api.get("/admin/store")).body.store.default_currency_code).toBe("gbp");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Make the default: USD" }).click();
    await page.getByRole("row", { name: /^USD.*Default/ }).waitFor();

    await page.getByRole("button", { name: "Remove EUR" }).click();
    await page.getByText(/These regions sell in it.*Europe/).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Remove GBP" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("alert").getByText("GBP was removed").waitFor();
    const { body: store } = await dashboard.api.get("/admin/store");
    expect(store.store.currencies.map(({ code }: { code: string }) => code)).toEqual(["eur", "usd"]);
  });
});

describe("a sales channel", () => {
  it("offers its products to storefronts with its key, until the key is revoked", async () => {
    const [product] = await twoProducts();
    const page = await dashboard.open("/settings/channels");
    await page.getByRole("button", { name: "Create sales channel" }).click();
    await page.getByLabel("Name").fill("App");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "App", level: 1 }).waitFor();
    await page.getByRole("combobox", { name: "Add products" }).fill(product.title);
    await page.getByRole("option", { name: product.title, exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("1 product", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Publishable keys" }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    const form = page.getByRole("dialog", { name: "Create key" });
    await form.getByLabel("Name").fill("Shop app");
    await choose(page, "Sales channels", "App");
    await page.keyboard.press("Escape");
    await form.getByRole("button", { name: "Create" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Copy Shop app" }).waitFor();
    const [key] = await dashboard.db.run<{ id: string }>({
      text: "select id from publishable_api_key where title = 'Shop app'",
      values: [],
    });
    const asApp = () =>
      fetch(`${dashboard.url}/store/products`, { headers: { "x-publishable-api-key": key!.id } });
    const { products } = (await (await asApp()).json()) as { products: Product[] };
    expect(products.map((each) => each.id)).toEqual([product.id]);

    await page.getByRole("button", { name: "Revoke" }).click();
    const question = page.getByRole("dialog", { name: "Revoke Shop app?" });
    await question.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("alert").getByText("Shop app was revoked").waitFor();
    expect((await asApp()).status).toBe(401);
  });
});

describe("return reasons", () => {
  it("are a tree, and a removed one takes those below it along", { tags: ["short"] }, async () => {
    dashboard.allow(/status of 4\d\d/);
    await dashboard.api.post("/admin/return-reasons", { value: "wrong_size", label: "Wrong size" });
    const page = await dashboard.open("/settings/return-reasons");
    await page.getByRole("button", { name: "Create return reason" }).click();
    const form = page.getByRole("dialog", { name: "Create return reason" });
    await form.getByLabel("Label").fill("Too small");
    await form.getByLabel("Value").fill("wrong_size");
    await choose(page, "Below", "Wrong size");
    await form.getByRole("button", { name: "Create" }).click();
    await form.getByText(/exist/).waitFor();
    await form.getByLabel("Value").fill("too_small");
    await form.getByRole("button", { name: "Create" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Remove Wrong size" }).click();
    await page.getByText("The 1 reason below it is removed, too.").waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("alert").getByText("Wrong size was removed").waitFor();
    const { body } = await dashboard.api.get("/admin/return-reasons");
    const values = body.return_reasons.map(({ value }: { value: string }) => value);
    expect(values).not.toContain("wrong_size");
    expect(values).not.toContain("too_small");
  });
});

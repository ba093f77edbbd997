import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aField } from "../support/factories/custom-fields.ts";

const { it, dashboard } = withDashboard();
const shop = () => ({ admin: dashboard.api }) as Parameters<typeof aField>[0];

const choose = async (page: Page, field: string | RegExp, option: string | RegExp) => {
  await page.getByRole("combobox", { name: field }).first().click({ force: true });
  await page.getByRole("option", { name: option }).first().click();
};

const noSideways = async (page: Page) =>
  expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url()).toBe(
    true,
  );

const check = async (page: Page) => {
  await checkAccessibility(page);
  await noSideways(page);
};

const saved = (page: Page) => page.getByRole("alert").getByText("Saved").first().waitFor();

const firstProducts = async (): Promise<{ id: string; title: string }[]> =>
  (await dashboard.api.get("/admin/products?limit=2&fields=id,title&expand=&order=title")).body.products;

const fieldsOf = async (path: string, key: string) =>
  (await dashboard.api.get(`${path}?fields=custom_fields`)).body[key].custom_fields;

describe("a field of products", () => {
  it("is declared in the settings, edited on a product, and narrows and sorts the list", {
    tags: ["short"],
  }, async () => {
    const [product] = await firstProducts();
    const page = await dashboard.open("/settings/custom-fields");
    await page.getByText("The shop has no fields of its own yet").waitFor();
    await page.getByRole("button", { name: "New field" }).click();
    const dialog = page.getByRole("dialog", { name: "New field" });
    await dialog.getByRole("textbox", { name: "Label" }).fill("Fabric");
    expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("fabric");
    await choose(page, "Kind of value", "One of several choices");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("Please fill in").waitFor();
    await dialog.getByRole("textbox", { name: "Choices" }).fill("wool = Virgin wool\nwool = Wool");
    await dialog.getByRole("checkbox", { name: "Filters and sorts lists" }).check();
    await check(page);
    dashboard.allow(/status of 400/);
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("options has a value twice").waitFor();
    await dialog.getByRole("textbox", { name: "Choices" }).fill("wool = Virgin wool\nlinen");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("cell", { name: "Fabric fabric" }).waitFor();
    await check(page);

    await page.goto(`${dashboard.url}/app/products/${product!.id}`);
    await choose(page, "Fabric", "Virgin wool");
    await check(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
    expect(await fieldsOf(`/admin/products/${product!.id}`, "product")).toEqual({ fabric: "wool" });

    await page.goto(`${dashboard.url}/app/products`);
    await page.getByRole("button", { name: "Fields", exact: true }).click();
    await choose(page, "Fabric", "Virgin wool");
    await page.keyboard.press("Escape");
    await page.getByText("1 product", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("fields")).toBe('["fabric:is:wool"]');
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Fabric" }).check();
    await page.keyboard.press("Escape");
    await page.getByRole("cell", { name: "Virgin wool" }).waitFor();
    await check(page);
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByRole("textbox", { name: "Name of the view" }).fill("Woollen");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.goto(`${dashboard.url}/app/products`);
    await page.getByRole("button", { name: "Woollen", exact: true }).click();
    await page.getByText("1 product", { exact: true }).waitFor();
    await page.goto(`${dashboard.url}/app/products`);
    await page.getByRole("columnheader", { name: "Fabric" }).getByRole("button").click();
    await page
      .getByRole("columnheader", { name: "Fabric", exact: false })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    expect(new URL(page.url()).searchParams.get("order")).toBe("custom_fields.fabric");
  });
});

describe("the fields of other rows", () => {
  it("of a customer have values of every type, and are shown in German", async () => {
    const [product] = await firstProducts();
    const field = (name: string, declaration: object) => aField(shop(), "customer", { name, ...declaration });
    await field("motto", { label: "Motto" });
    await field("story", { label: "Story", type: "long-text" });
    await field("shoe", { label: "Shoe size", type: "integer", maximum: 60 });
    await field("credit", { label: "Credit", type: "money" });
    await field("newsletter", { label: "Paper catalogue", type: "boolean" });
    await field("birthday", { label: "Birthday", type: "date" });
    await field("level", { label: "Level", type: "choice", options: ["silver", "gold"], default: "silver" });
    await field("sports", { label: "Sports", type: "choices", options: ["sailing", "hiking"] });
    await field("favourite", { label: "Favourite", type: "reference", references: "product" });
    await field("sizes", { label: "Sizes", type: "json", schema: { type: "object" } });
    await field("source", { label: "Heard of us", required: true });

    dashboard.allow(/status of 400/);
    const page = await dashboard.open("/customers");
    await page.getByRole("button", { name: "New customer" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Email" }).fill("fields@example.com");
    await dialog.getByRole("textbox", { name: "First name" }).fill("Filippa");
    await dialog.getByRole("textbox", { name: "Last name" }).fill("Field");
    await dialog.getByRole("textbox", { name: "Password", exact: true }).fill("a-long-password");
    expect(await dialog.getByRole("combobox", { name: "Level" }).inputValue()).toBe("silver");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Please fill in").waitFor();
    await dialog.getByRole("textbox", { name: "Heard of us" }).fill("A friend");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Filippa Field", level: 1 }).waitFor();

    const id = new URL(page.url()).pathname.split("/").at(-1)!;
    const card = page.getByRole("form", { name: "Custom fields" });
    await card.getByRole("textbox", { name: "Motto" }).fill("Fair wind");
    await card.getByRole("textbox", { name: "Story" }).fill("Two\nlines");
    await card.getByRole("textbox", { name: "Credit" }).fill("15");
    await choose(page, "Paper catalogue", "Yes");
    await card.getByLabel("Birthday").fill("1990-02-28");
    await choose(page, "Level", "gold");
    await choose(page, "Sports", "hiking");
    await page.keyboard.press("Escape");
    await card.getByRole("combobox", { name: "Favourite" }).fill(product!.title);
    await page.getByRole("option", { name: product!.title, exact: true }).click();
    await page.keyboard.press("Escape");
    await card.getByRole("textbox", { name: "Sizes" }).fill("[1]");
    await card.getByRole("button", { name: "Save the fields" }).click();
    await card.getByText("Sizes must be object").waitFor();
    await check(page);
    await card.getByRole("textbox", { name: "Sizes" }).fill('{"coat": 42}');
    await card.getByRole("button", { name: "Save the fields" }).click();
    await saved(page);
    expect(await fieldsOf(`/admin/customers/${id}`, "customer")).toEqual({
      motto: "Fair wind",
      story: "Two\nlines",
      shoe: null,
      credit: { amount: 1500, currency_code: "usd" },
      newsletter: true,
      birthday: "1990-02-28",
      level: "gold",
      sports: ["hiking"],
      favourite: product!.id,
      sizes: { coat: 42 },
      source: "A friend",
    });
    const german = await dashboard.open(`/customers/${id}`, { locale: "de-DE", width: 390 });
    await german.getByRole("button", { name: "Felder speichern" }).waitFor();
    await german.getByText(product!.title).first().waitFor();
    await check(german);
  });

  it("of a line and of a cart are edited in a draft, and a line shows them in the order", async () => {
    await aField(shop(), "line_item", { name: "engraving", label: "Engraving", required: true });
    await aField(shop(), "cart", { name: "floor", label: "Floor", type: "integer" });
    await aField(shop(), "order", { name: "floor", label: "Floor", type: "integer", filter: true });
    const page = await dashboard.open("/draft-orders/new", { width: 390 });
    await page.getByLabel("Email").first().fill("draft@example.com");
    await choose(page, "Region", "Europe");
    await page.getByRole("combobox", { name: "Add an article" }).click();
    await page.getByRole("option").first().click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Engraving" }).fill("For Anna");
    await check(page);
    await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
    await page.getByText("Engraving: For Anna").waitFor();
    await page.getByRole("combobox", { name: "Shipping" }).click();
    await page.getByRole("option").first().click();
    await page.getByRole("textbox", { name: "Floor" }).fill("3");
    await page.getByRole("button", { name: "Create and see the totals" }).click();
    await page.getByRole("heading", { name: /^Draft order/, level: 1 }).waitFor();
    await page.getByRole("button", { name: /^Fields of / }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Engraving" }).fill("For Otto");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("Engraving: For Otto").waitFor();
    await page.getByRole("textbox", { name: "Floor" }).fill("4");
    await page.getByRole("button", { name: "Save the fields" }).click();
    await saved(page);
    await check(page);
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("heading", { name: /^Order/, level: 1 }).waitFor();
    await page.getByText("Engraving: For Otto").waitFor();
    expect(await page.getByRole("textbox", { name: "Floor" }).inputValue()).toBe("4");
    await check(page);

    await page.goto(`${dashboard.url}/app/orders?fields=${encodeURIComponent('["floor:gte:4"]')}`);
    await page.getByText("1 order", { exact: true }).waitFor();
    await check(page);
    await page.goto(`${dashboard.url}/app/orders?fields=${encodeURIComponent('["floor:gte:5"]')}`);
    await page.getByText("0 orders", { exact: true }).waitFor();
  });

  it("are in the forms of categories, collections, groups, regions, discounts and variants", async () => {
    const entities = ["category", "collection", "customer_group", "region", "discount", "variant"] as const;
    for (const entity of entities) await aField(shop(), entity, { name: "shelf", label: "Shelf" });
    const list = async (path: string, key: string) => (await dashboard.api.get(path)).body[key][0];
    const [product] = await firstProducts();
    const variant = (await dashboard.api.get(`/admin/products/${product!.id}`)).body.product.variants[0];
    const region = await list("/admin/regions?limit=1", "regions");
    const category = await list("/admin/product-categories?limit=1", "product_categories");
    const collection = await list("/admin/collections?limit=1", "collections");
    const discount = await list("/admin/discounts?limit=1", "discounts");
    const group = (await dashboard.api.post("/admin/customer-groups", { name: "Crew" })).body.customer_group;

    const page = await dashboard.open(`/products/${product!.id}`);
    const opened = (path: string) => page.goto(`${dashboard.url}/app${path}`);
    const fill = async (within: Page | ReturnType<Page["getByRole"]>, save = "Save") => {
      await within.getByRole("textbox", { name: "Shelf" }).fill("B 7");
      await within.getByRole("button", { name: save, exact: true }).click();
      await saved(page);
    };
    const inDialog = async (path: string, name: string) => {
      await opened(path);
      await page
        .getByRole("button", { name: `Edit ${name}`, exact: true })
        .first()
        .click();
      await fill(page.getByRole("dialog"));
    };
    await page.getByRole("button", { name: `Edit ${variant.title}`, exact: true }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Shelf" }).fill("B 7");
    await check(page);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
    await inDialog("/products/collections", collection.title);
    await opened("/products/categories");
    await page.getByRole("button", { name: `Actions for ${category.name}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await fill(page.getByRole("dialog"));
    await opened(`/settings/regions/${region.id}`);
    await fill(page);
    await opened(`/discounts/${discount.id}`);
    await fill(page);
    await opened(`/customer-groups/${group.id}`);
    await fill(page, "Save the fields");
    const read = await Promise.all([
      fieldsOf(`/admin/variants/${variant.id}`, "variant"),
      fieldsOf(`/admin/collections/${collection.id}`, "collection"),
      fieldsOf(`/admin/product-categories/${category.id}`, "product_category"),
      fieldsOf(`/admin/regions/${region.id}`, "region"),
      fieldsOf(`/admin/discounts/${discount.id}`, "discount"),
      fieldsOf(`/admin/customer-groups/${group.id}`, "customer_group"),
    ]);
    expect(read).toEqual(entities.map(() => ({ shelf: "B 7" })));
  });

  it("are columns of an import, which knows what they mean", async () => {
    await aField(shop(), "product", { name: "yarn", label: "Yarn" });
    const [product] = await firstProducts();
    const { handle } = (await dashboard.api.get(`/admin/products/${product!.id}`)).body.product;
    const page = await dashboard.open("/imports/new?type=product-import");
    const buffer = Buffer.from(`Product Handle,Yarn\n${handle},merino\n`);
    await page.locator("input[type=file]").setInputFiles({ name: "yarn.csv", mimeType: "text/csv", buffer });
    const meaning = page.getByRole("combobox", { name: "Meaning of the column Yarn" });
    await meaning.waitFor();
    expect(await meaning.inputValue()).toBe("Product Field yarn");
  });
});

it("a field of the settings is changed, deleted, brought back and purged, also on a phone", async () => {
  await aField(shop(), "region", { name: "hours", label: "Opening hours" });
  const page = await dashboard.open("/settings/custom-fields", { width: 390 });
  await page.getByRole("button", { name: "Edit Opening hours" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Regions · Text · hours").waitFor();
  await dialog.getByRole("textbox", { name: "Label" }).fill("Office hours");
  await check(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  const remove = async () => {
    await page.getByRole("button", { name: "Remove Office hours" }).click();
    await page.getByRole("dialog").getByText("Its values stay stored").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("heading", { name: "Deleted fields" }).waitFor();
  };
  await remove();
  await check(page);
  await page.getByRole("button", { name: "Bring back Office hours" }).click();
  await page.getByRole("heading", { name: "Deleted fields" }).waitFor({ state: "hidden" });
  await remove();
  await page.getByRole("button", { name: "Remove values of Office hours" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove values" }).click();
  await page.getByText("The values of Office hours are being removed").waitFor();
});

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { patience } from "../support/time/patience.ts";
import { until } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

const find = async (handle: string) =>
  (await dashboard.api.get(`/admin/products?handle=${handle}`)).body.products[0];

interface Variant {
  id: string;
  title: string;
  sku: string | null;
}

const variantsOf = (productId: string) =>
  dashboard.db.run<Variant>({
    text: `select id, title, sku from product_variant where product_id = $1 and deleted_at is null
      order by variant_rank`,
    values: [productId],
  });

const pricesOf = (variantId: string) =>
  dashboard.db.run({
    text: `select price.currency_code, region.name as region, price.amount from money_amount price
      join product_variant_money_amount link on link.money_amount_id = price.id
      left join region on region.id = price.region_id
      where link.variant_id = $1 and price.deleted_at is null order by price.amount`,
    values: [variantId],
  });

const placesOf = async (id: string) => {
  const [places] = await dashboard.db.run({
    text: `select (select title from product_collection where id = collection_id) as collection,
        array(select handle from product_category_product link
          join product_category category on category.id = link.product_category_id
          where link.product_id = product.id) as categories,
        (select count(*)::int from product_sales_channel where product_id = product.id) as channels
      from product where id = $1`,
    values: [id],
  });
  return places;
};

async function choose(page: Page, field: string, option: string | RegExp) {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option }).click();
}

describe("products", () => {
  it("are found, filtered and published together", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/products");
    await page.getByRole("link", { name: "Skerry Sailing Jacket" }).waitFor();
    await page.getByRole("textbox", { name: "Find" }).fill("skj-och-s");
    await page.getByText("1 product", { exact: true }).waitFor();
    expect(page.url()).toContain("q=skj-och-s");
    await page.getByLabel("Select all products of this page").check();
    await page.getByRole("button", { name: "Unpublish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
    await page.getByRole("cell", { name: "Draft" }).waitFor();
    expect(await find("skerry-sailing-jacket")).toMatchObject({ status: "draft" });
    await page.getByLabel("Select Skerry Sailing Jacket").check();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("cell", { name: "Published" }).waitFor();
    expect(await find("skerry-sailing-jacket")).toMatchObject({ status: "published" });
  });

  it("are created with the variants of all combinations, and changed, copied and deleted", async () => {
    const page = await dashboard.open("/products/new");
    await page.getByRole("textbox", { name: "Title", exact: true }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("Tiller Gloves");
    await addOption(page, { title: "Colour", values: ["Red", "Blue"] });
    await addOption(page, { title: "Size", values: ["S", "L"] });
    await page.getByLabel("Price of Standard, USD").fill("39.9");
    await page.getByRole("button", { name: "Make 4 missing combinations" }).click();
    await page.getByLabel("SKU of Blue / L").fill("GLOVE-BL");
    await page.getByRole("combobox", { name: "Tags" }).fill("warm");
    await page.keyboard.press("Enter");
    await choose(page, "Collection", "Harbour Life");
    await choose(page, "Categories", /Footwear/);
    await page.keyboard.press("Escape");
    await page.setInputFiles("input[type=file]", [picture("palm.png"), picture("back.png")]);
    const back = await page.getByRole("img", { name: "Picture 2" }).getAttribute("src");
    await page.getByRole("button", { name: "Move picture 2 to the front" }).click();
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Create product" }).click();
    await page.getByRole("heading", { name: "Tiller Gloves", level: 1 }).waitFor();

    const product = await find("tiller-gloves");
    expect(product).toMatchObject({ status: "draft", tags: [{ value: "warm" }] });
    expect(product.images.map(({ url }: { url: string }) => url)).toEqual([back, product.thumbnail]);
    expect(await placesOf(product.id)).toEqual({
      collection: "Harbour Life",
      categories: ["footwear"],
      channels: 1,
    });
    const variants = await variantsOf(product.id);
    expect(variants.map(({ title, sku }) => [title, sku])).toEqual([
      ["Red / S", null],
      ["Red / L", null],
      ["Blue / S", null],
      ["Blue / L", "GLOVE-BL"],
    ]);

    await page.getByRole("button", { name: "Blue / L", exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Europe (EUR)").fill("35");
    await drawer.getByLabel("EUR", { exact: true }).fill("37");
    await checkAccessibility(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove Red / S" }).click();
    await saveAndWait(page);
    expect(await pricesOf(variants[3]!.id)).toEqual([
      { currency_code: "eur", region: "Europe", amount: 3500 },
      { currency_code: "eur", region: null, amount: 3700 },
      { currency_code: "usd", region: null, amount: 3990 },
    ]);
    expect((await variantsOf(product.id)).map(({ title }) => title)).not.toContain("Red / S");

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.getByRole("button", { name: "Create product" }).click();
    await page.getByRole("heading", { name: "Tiller Gloves (copy)", level: 1 }).waitFor();
    const copy = await find("tiller-gloves-copy");
    expect((await variantsOf(copy.id)).map(({ title, sku }) => [title, sku])).toContainEqual([
      "Blue / L",
      null,
    ]);

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
    expect(await find("tiller-gloves-copy")).toBeUndefined();
  });

  it("warn before changes are lost", async () => {
    const { id } = await find("cove-wool-blanket");
    const page = await dashboard.open(`/products/${id}`);
    await page.getByLabel("Subtitle").fill("Not saved");
    await page.getByRole("link", { name: "All products" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Back" }).click();
    expect(await page.getByLabel("Subtitle").inputValue()).toBe("Not saved");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.getByText("Not saved yet").waitFor({ state: "detached" });
  });

  it("show what two people changed differently, and overwrite nothing silently", async () => {
    const { id } = await find("lookout-watch-cap");
    const [one, other] = [await dashboard.open(`/products/${id}`), await dashboard.open(`/products/${id}`)];
    await one.getByLabel("Subtitle").fill("First");
    await other.getByLabel("Subtitle").fill("Second");
    await other.getByLabel("Material").fill("Merino wool");
    await one.getByLabel("HS code").fill("650500");
    await saveAndWait(one);

    await other.getByRole("button", { name: "Save", exact: true }).click();
    const conflict = other.getByRole("alert").filter({ hasText: "Another user changed the same fields" });
    await conflict.getByRole("row", { name: /Subtitle.*First.*Second/ }).waitFor();
    await conflict.getByText("Last change:").waitFor();
    expect(await find("lookout-watch-cap")).toMatchObject({ subtitle: "First", hs_code: "650500" });
    await checkAccessibility(other);

    await conflict.getByText("Mine", { exact: true }).last().click();
    await conflict.getByRole("button", { name: "Save with these choices" }).click();
    await other.getByText("Not saved yet").waitFor({ state: "detached" });
    await conflict.waitFor({ state: "detached" });
    expect(await find("lookout-watch-cap")).toMatchObject({
      subtitle: "Second",
      hs_code: "650500",
      material: "Merino wool",
    });
  });
});

describe("the grid of products", () => {
  it("saves 200 rows that were pasted but the one that is refused, which is corrected and saved", async () => {
    const variants = await manyVariants(200);
    const { product_id } = variants[0]!;
    const skus = async () => (await variantsOf(product_id)).map(({ sku }) => sku);
    const page = await dashboard.open("/products/grid?q=%22Grid%20rope%22");
    const grid = page.getByRole("grid", { name: "Products as a grid" });
    await grid.getByText("Rope 1", { exact: true }).waitFor();
    // Only the rows that are seen are in the page.
    expect(await grid.locator("tbody tr").count()).toBeLessThan(60);
    await grid.getByRole("gridcell", { name: "ROPE-1", exact: true }).click();
    const wanted = variants.map((_, place) => `LINE-${place + 1}`);
    // The SKU of another product in one of the lines, and a price beside each.
    const lines = wanted.map((sku, place) => `${place === 4 ? "SKJ-OCH-S" : sku}\t\t${place + 1}.50`);
    await paste(page, lines.join("\n"));
    await page.getByRole("button", { name: "Save 200 rows" }).waitFor();
    await grid.press("Control+z");
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
    await grid.press("Control+y");

    dashboard.allow(/status of 4/);
    await page.getByRole("button", { name: "Save 200 rows" }).click();
    await page.getByText("199 rows saved").waitFor({ timeout: patience(60_000) });
    const problems = page.getByRole("alert").filter({ hasText: "1 row is not saved" });
    await problems.getByText(/Rope 5: .*SKJ-OCH-S/).waitFor();
    await checkAccessibility(page);
    expect(await skus()).toEqual(wanted.with(4, "ROPE-5"));
    expect(await pricesOf(variants[199]!.id)).toEqual([
      { currency_code: "usd", region: null, amount: 20050 },
    ]);

    await dashboard.api.post(`/admin/products/${product_id}/variants/${variants[4]!.id}`, { sku: "THEIRS" });
    await grid.press("Control+Home");
    await grid.getByRole("gridcell", { name: "SKJ-OCH-S", exact: true }).click();
    await page.keyboard.type("LINE-5");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save 1 row" }).click();
    await problems.getByText(/Another user changed it. SKU: THEIRS/).waitFor();
    await problems.getByRole("button", { name: "Keep mine" }).click();
    await page.getByRole("button", { name: "Save 1 row" }).click();
    await page.getByText("1 row saved").waitFor();
    expect(await skus()).toEqual(wanted);
  });
});

describe("the grid of products, while it loads", () => {
  it("has no rows before it has all columns: what is pasted must not lose its prices", async () => {
    const page = await dashboard.open("/");
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/admin/store", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${dashboard.url}/app/products/grid?q=lookout`);
    await page.getByText("1 product", { exact: true }).waitFor();
    const grid = page.getByRole("grid", { name: "Products as a grid" });
    const row = grid.getByText("Lookout Watch Cap", { exact: true });
    expect(await row.count()).toBe(0);
    goOn();
    await row.waitFor();
    expect(await grid.getByRole("columnheader", { name: /USD/ }).count()).toBeGreaterThan(0);
  });
});

describe("categories and collections", () => {
  it("are moved in the tree with the keyboard and by dragging, and collect products", async () => {
    const page = await dashboard.open("/products/categories");
    const tree = page.getByRole("tree", { name: "Categories" });
    await tree.getByText("Footwear").waitFor();
    await page.getByRole("button", { name: "Actions for Footwear" }).click();
    await page.getByRole("menuitem", { name: "Move out" }).click();
    await page.getByText("Footwear is moved").first().waitFor();
    expect(await parentOf("footwear")).toBeNull();
    const moved = tree.getByRole("treeitem", { name: /^Footwear/ });
    await moved.focus();
    await page.keyboard.press("Alt+ArrowRight");
    await until(async () => (await parentOf("footwear")) === "clothing");
    await tree.locator("[data-level='2']:focus").filter({ hasText: "Footwear" }).waitFor();
    await tree.getByText("Footwear").dragTo(tree.getByText("Ropework"));
    await until(async () => (await parentOf("footwear")) === "on-deck");

    await page.getByRole("link", { name: "Collections" }).click();
    await page.getByRole("button", { name: "New collection" }).click();
    const dialog = page.getByRole("dialog", { name: "New collection" });
    await dialog.getByLabel("Title").fill("Spring");
    await dialog.getByRole("combobox", { name: "Products" }).fill("Cove Wool");
    await page.getByRole("option", { name: "Cove Wool Blanket" }).click();
    await page.keyboard.press("Escape");
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("cell", { name: "Spring", exact: true }).waitFor();
    expect(await find("cove-wool-blanket")).toMatchObject({ collection: { title: "Spring" } });

    await page.getByRole("button", { name: "Edit Spring" }).click();
    const edited = page.getByRole("dialog", { name: "Spring" });
    await edited.getByText("Cove Wool Blanket").waitFor();
    await edited.getByLabel("Title").fill("Summer");
    await edited.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "Summer", exact: true }).waitFor();
    expect(await find("cove-wool-blanket")).toMatchObject({ collection: { title: "Summer" } });
  });
});

const parentOf = async (handle: string) => {
  const [found] = await dashboard.db.run<{ parent: string | null }>({
    text: `select parent.handle as parent from product_category category
      left join product_category parent on parent.id = category.parent_category_id
      where category.handle = $1`,
    values: [handle],
  });
  return found!.parent;
};

async function manyVariants(count: number) {
  const names = Array.from({ length: count }, (_, place) => String(place + 1));
  const { body } = await dashboard.api.post("/admin/products", {
    title: "Grid rope",
    options: [{ title: "Length" }],
    variants: names.map((name) => ({
      title: `Rope ${name}`,
      sku: `ROPE-${name}`,
      options: [{ value: name }],
      prices: [],
    })),
  });
  return body.product.variants as { id: string; product_id: string; sku: string }[];
}

/** As a spreadsheet puts it on the clipboard. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector("[role=grid]").dispatchEvent(event);
  }`);

async function addOption(page: Page, { title, values }: { title: string; values: string[] }) {
  await page.getByRole("button", { name: "Add option" }).click();
  await page.getByLabel("Option", { exact: true }).last().fill(title);
  const field = page.getByRole("combobox", { name: `New values of ${title}` });
  for (const value of values) {
    await field.fill(value);
    await field.press("Enter");
  }
}

async function saveAndWait(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Not saved yet").waitFor({ state: "detached" });
}

/** The smallest PNG. */
const picture = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
});

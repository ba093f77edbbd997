import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aMemberWith } from "../support/factories/team.ts";
import { until } from "../support/time/until.ts";

const { it, dashboard } = withDashboard();

const GINEVRA = { email: "gp@example.it", address: { first_name: "Ginevra", last_name: "Paltrinieri" } };

const heading = (name: string | RegExp) => ({ name, level: 1 }) as const;
const linkTo = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true });
const rows = (page: Page) => page.locator("tbody tr");
const isWide = (page: Page) => page.evaluate("document.documentElement.scrollWidth > innerWidth");

describe("a search", () => {
  it("finds an order and a guest by first and last name, in any order", async () => {
    const order = await anOrderOf(dashboard, GINEVRA);
    await anOrderOf(dashboard, { address: { first_name: "Ginevra", last_name: "Rossi" } });
    const page = await dashboard.open("/orders");
    await page.getByLabel("Find", { exact: true }).fill("paltrinieri ginevra");
    await linkTo(page, `#${order.display_id}`).waitFor();
    await until(async () => (await rows(page).count()) === 1);
    await page.getByRole("cell", { name: "Ginevra Paltrinieri" }).waitFor();
    await page.getByLabel("Find", { exact: true }).fill(`#${order.display_id}`);
    await linkTo(page, `#${order.display_id}`).waitFor();
    await page.getByLabel("Find", { exact: true }).fill("ginevra nowhere");
    await page.getByText("No order matches").waitFor();

    await page.goto(`${dashboard.url}/app/customers?q=ginevra%20paltrinieri`);
    await linkTo(page, "Ginevra Paltrinieri").waitFor();
    await page.getByRole("cell", { name: "gp@example.it" }).waitFor();
    expect(await rows(page).count()).toBe(1);
  });

  it("finds a product by its title and the title of a variant, and shows its stock and collection", async () => {
    const [hit] = await dashboard.db.run<{ title: string; variant: string; collection: string }>({
      text: `select product.title, variant.title as variant, named.title as collection from product
        join product_variant variant on variant.product_id = product.id and variant.manage_inventory
        join product_collection named on named.id = product.collection_id
        where product.title like '% %' and variant.title not like '% %' order by product.title limit 1`,
      values: [],
    });
    const { title, variant, collection } = hit!;
    const page = await dashboard.open("/products");
    const words = `${variant} ${title.split(" ").reverse().join(" ")}`;
    await page.getByLabel("Find", { exact: true }).fill(words);
    const row = rows(page).filter({ has: linkTo(page, title) });
    await row.getByText(collection).waitFor();
    await row.getByText(/\d+ in \d+ variant/).waitFor();
    expect(await row.getByText("Not counted").count()).toBe(0);

    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Find anything" }).fill(words);
    await dialog.getByRole("button", { name: title }).first().waitFor();
  });
});

describe("a row", () => {
  it("opens on a click, not where text is selected, and the link back leads to the same page of the list", async () => {
    const orders = [await anOrderOf(dashboard), await anOrderOf(dashboard)];
    const page = await dashboard.open("/orders?payment_status=%5B%22awaiting%22%5D");
    const [first] = orders as [(typeof orders)[0]];
    const row = rows(page).filter({ has: linkTo(page, `#${first!.display_id}`) });
    const { x, y, width, height } = (await row.getByText("Ada Example").boundingBox())!;
    await page.mouse.move(x + 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + Math.min(width, 70), y + height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate("getSelection().toString()")).not.toBe("");
    expect(new URL(page.url()).pathname).toBe("/app/orders");
    await page.evaluate("getSelection().removeAllRanges()");
    await row.getByText("Ada Example").click();
    await page.getByRole("heading", heading(`Order #${first!.display_id}`)).waitFor();
    await page.getByRole("link", { name: "All orders" }).click();
    await page.getByRole("heading", heading("Orders")).waitFor();
    expect(decodeURIComponent(new URL(page.url()).search)).toContain("awaiting");
  });

  it("is reached with j and k, which show where they are, and opened with Enter", async () => {
    await anOrderOf(dashboard);
    const page = await dashboard.open("/orders");
    await rows(page).first().waitFor();
    await page.keyboard.press("j");
    const active = page.locator("tbody tr[data-active]");
    await active.waitFor();
    const shadow = "getComputedStyle(document.querySelector('tbody tr[data-active]')).boxShadow";
    expect(await page.evaluate(shadow)).toContain("inset");
    await checkAccessibility(page);
    const name = await active.getByRole("link").first().innerText();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", heading(`Order ${name}`)).waitFor();

    for (const list of ["customers", "products/collections"]) {
      await page.goto(`${dashboard.url}/app/${list}`);
      await rows(page).first().waitFor();
      await page.keyboard.press("j");
      await page.locator("tbody tr[data-active]").waitFor();
    }
  });
});

it("a column sorts the list, and back", async () => {
  await dashboard.api.post("/admin/customers", {
    email: "aaa@example.com",
    first_name: "Aaron",
    last_name: "Aalto",
    password: "a long password",
  });
  const page = await dashboard.open("/customers");
  const header = page.getByRole("columnheader", { name: "Email" });
  await header.getByRole("button").click();
  await page.waitForURL(/order=-email/);
  expect(await header.getAttribute("aria-sort")).toBe("descending");
  await header.getByRole("button").click();
  await page.waitForURL(/order=email/);
  await rows(page).first().getByText("aaa@example.com").waitFor();
  await page.goBack();
  await page.waitForURL(/order=-email/);
});

it("columns sort collections and price lists, too", async () => {
  for (const title of ["Aardvark", "Zebra"]) await dashboard.api.post("/admin/collections", { title });
  const page = await dashboard.open("/products/collections");
  const title = page.getByRole("columnheader", { name: "Title" });
  expect(await title.getAttribute("aria-sort")).toBe("ascending");
  await title.getByRole("button").click();
  await page.waitForURL(/order=-title/);
  await rows(page).first().getByRole("cell", { name: "Zebra", exact: true }).waitFor();
  expect(await title.getAttribute("aria-sort")).toBe("descending");
  await checkAccessibility(page);

  for (const name of ["Aachen", "Zwolle"])
    await dashboard.api.post("/admin/price-lists", { name, description: name, type: "sale", prices: [] });
  await page.goto(`${dashboard.url}/app/price-lists`);
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await page.waitForURL(/order=-name/);
  await rows(page).first().getByRole("link", { name: "Zwolle" }).waitFor();
});

it("a phone shows customer, date and payment of an order, and nothing is wider than the screen", async () => {
  await anOrderOf(dashboard, GINEVRA);
  const page = await dashboard.open("/orders", { width: 390 });
  const row = rows(page).first();
  for (const text of ["Ginevra Paltrinieri", /20\d\d/, "To capture"])
    await row.getByText(text).first().waitFor();
  expect(await isWide(page)).toBe(false);
  await checkAccessibility(page);
  await page.goto(`${dashboard.url}/app/customers`);
  await rows(page).first().getByText("@").first().waitFor();
  expect(await isWide(page)).toBe(false);
});

it("the notice that something is saved stands in the header, and goes", async () => {
  for (const width of [1440, 390]) {
    const page = await dashboard.open("/settings/profile", { width });
    const name = page.getByLabel("First name");
    await name.fill(`Ada ${width}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const notice = page.locator(".mantine-Notifications-notification");
    await notice.getByText("Saved").waitFor();
    const box = (await notice.boundingBox())!;
    expect(box.y + box.height, `${width}`).toBeLessThanOrEqual(56);
    await notice.waitFor({ state: "detached" });
  }
});

it("a user without the permission to change a product reads its values", async () => {
  const shop = { admin: dashboard.api, visitor: dashboard.visitor };
  const role = await dashboard.api.post("/admin/roles", { name: "Reader", permissions: ["products:read"] });
  const reader = await aMemberWith(shop, role.body.role.id);
  const { body } = await dashboard.api.get("/admin/products?limit=1&expand=");
  const page = await dashboard.open(`/products/${body.products[0].id}`, { as: reader });
  const title = page.getByRole("textbox", { name: "Title" }).first();
  await title.waitFor();
  const name = JSON.stringify(await title.inputValue());
  const style = await page.evaluate(`(() => {
    const field = [...document.querySelectorAll("input")].find(({ value }) => value === ${name});
    const { opacity, borderTopColor, backgroundColor } = getComputedStyle(field);
    return { opacity, borderTopColor, backgroundColor };
  })()`);
  const none = "rgba(0, 0, 0, 0)";
  expect(style).toEqual({ opacity: "1", borderTopColor: none, backgroundColor: none });
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
  await checkAccessibility(page);
});

import { expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

it("the first steps tick themselves, lead to their pages, and can be hidden and brought back", async () => {
  const page = await dashboard.open("/");
  const list = page.getByRole("region", { name: "First steps" });
  await list.getByRole("link", { name: "Give the shop its name" }).waitFor();
  const isDone = (name: string) =>
    list.getByRole("listitem").filter({ hasText: name }).filter({ hasText: "(done)" }).count();
  expect(await isDone("Give the shop its name")).toBe(0);
  expect(await isDone("Add your first product")).toBe(1);
  expect(await isDone("Place a test order")).toBe(0);
  await checkBothScreens(page);

  await list.getByRole("link", { name: "Give the shop its name" }).click();
  // The company on paper has a name, too, and a button of its own.
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Wind and Waves");
  await page.keyboard.press("Enter");
  await page.getByText("Saved").first().waitFor();
  await anOrderOf(dashboard);
  await page.getByRole("link", { name: "Home" }).click();
  await list
    .getByRole("listitem")
    .filter({ hasText: "Give the shop its name" })
    .getByText("(done)")
    .waitFor();
  await list.getByRole("listitem").filter({ hasText: "Place a test order" }).getByText("(done)").waitFor();

  await list.getByRole("button", { name: "Hide" }).click();
  await list.waitFor({ state: "detached" });
  await page.goto(`${dashboard.url}/app/settings`);
  await page.getByRole("button", { name: "Show the first steps on Home again" }).click();
  await page.getByText("The first steps are on Home again").waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await list.waitFor();
});

it("the first steps fit on a phone, in German", async () => {
  const page = await dashboard.open("/", { width: 390, locale: "de-DE" });
  await page.getByRole("region", { name: "Erste Schritte" }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await checkBothScreens(page);
});

it("the demo shop is thrown away, and the steps of the empty shop begin at none and lead to a test order", async () => {
  await anOrderOf(dashboard);
  const page = await dashboard.open("/");
  const list = page.getByRole("region", { name: "First steps" });
  await list.getByRole("button", { name: "Throw the demo shop away" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("40 products").waitFor();
  await checkBothScreens(page);
  const { name } = (await dashboard.api.get("/admin/store")).body.store;
  await dialog.getByLabel(`Type ${name} to confirm`).fill("Another shop");
  await page.keyboard.press("Enter");
  await dialog.getByText("This is not the name of the shop.").waitFor();
  expect((await dashboard.api.get("/admin/products?limit=1")).body.count).toBe(40);
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await page.keyboard.press("Enter");
  await page.getByText("The shop is empty. Begin with the first steps.").waitFor();
  await list.getByText(/of 10 done/).waitFor();
  expect(await list.getByRole("button", { name: "Throw the demo shop away" }).count()).toBe(0);
  expect((await dashboard.api.get("/admin/products?limit=1")).body.count).toBe(0);
  expect((await dashboard.api.get("/admin/orders?limit=1")).body.count).toBe(0);

  await list.getByRole("link", { name: "Place a test order" }).click();
  await page.getByText("A draft order needs a region").waitFor();
  await page.getByRole("link", { name: "Add a region" }).click();
  await page.getByRole("link", { name: "Create region" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("North");
  await page.getByRole("button", { name: "Create region" }).waitFor();
  await checkBothScreens(page);
});

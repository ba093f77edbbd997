import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { aCart, changeCart } from "../support/factories/carts.ts";
import { aMemberWith } from "../support/factories/team.ts";

const { it, dashboard } = withDashboard();

/** A cart of the demo shop that its customer left a day ago. */
async function aCartLeft(email: string): Promise<string> {
  const { body } = await dashboard.api.get("/admin/regions?limit=50");
  const region = body.regions.find(({ name }: { name: string }) => name === "Europe");
  const visitor = dashboard.visitor();
  const goods = await visitor.get(`/store/products?region_id=${region.id}&limit=20`);
  const variants = goods.body.products.flatMap(
    (product: { variants: { id: string; purchasable: boolean }[] }) =>
      product.variants.filter(({ purchasable }) => purchasable),
  );
  const items = [{ variant_id: variants[0].id, quantity: 2 }];
  const { id } = await aCart(visitor, { region_id: region.id, items });
  await changeCart(visitor, id, { email });
  for (const [table, key] of [
    ["cart", "id"],
    ["line_item", "cart_id"],
  ]) {
    await dashboard.db.run({
      text: `update ${table} set created_at = now() - interval '1 day', updated_at = now() - interval '1 day' where ${key} = $1`,
      values: [id],
    });
  }
  return id;
}

describe("abandoned carts", () => {
  it("are none at first", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/abandoned-carts");
    await page.getByText(/No cart was left behind/).waitFor();
    await checkAccessibility(page);
  });

  it("are listed with worth and contact, brought back with a link, and marked as contacted", {
    tags: ["short"],
  }, async () => {
    await aCartLeft("left@example.com");
    const page = await dashboard.open("/abandoned-carts");
    await page.getByText("1 cart", { exact: true }).waitFor();
    await checkAccessibility(page);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect((await saved).suggestedFilename()).toBe("abandoned-carts.csv");
    await page.getByRole("link", { name: "left@example.com" }).click();
    await page.getByRole("heading", { name: "Cart of left@example.com" }).waitFor();
    await page.getByRole("button", { name: "Create a link to pay" }).click();
    const link = await page.getByLabel("Link to pay").inputValue();
    await checkAccessibility(page);
    const customer = await page.context().browser()!.newPage({ javaScriptEnabled: false });
    await customer.goto(link);
    await customer.getByText("Where shall we send it?").waitFor();
    await customer.close();
    await page.getByRole("button", { name: "Mark as contacted" }).click();
    await page.getByRole("button", { name: "Not contacted after all" }).waitFor();
    await page.goto(`${dashboard.url}/app/abandoned-carts?contacted=open`);
    await page.getByText(/No cart/).waitFor();
  });

  it("are no file for who may not export personal data", async () => {
    await aCartLeft("reader@example.com");
    const shop = { admin: dashboard.api, visitor: () => dashboard.visitor() };
    const reader = await aMemberWith(shop, "read-only");
    const page = await dashboard.open("/abandoned-carts", { as: reader });
    await page.getByRole("link", { name: "reader@example.com" }).waitFor();
    expect(await page.getByRole("button", { name: "Save as CSV" }).count()).toBe(0);
  });

  it("can be worked with on a phone, and in German", async () => {
    await aCartLeft("phone@example.com");
    const page = await dashboard.open("/abandoned-carts", { width: 390, locale: "de-DE" });
    await page.getByRole("link", { name: "phone@example.com" }).click();
    await page.getByRole("heading", { name: "Warenkorb von phone@example.com" }).waitFor();
    await checkAccessibility(page);
  });

  it("that were bought meanwhile are no longer there", async () => {
    const id = await aCartLeft("bought@example.com");
    await dashboard.db.run({ text: "update cart set completed_at = now() where id = $1", values: [id] });
    dashboard.allow(/status of 404/);
    const page = await dashboard.open(`/abandoned-carts/${id}`);
    await page.getByRole("alert").first().waitFor();
  });
});

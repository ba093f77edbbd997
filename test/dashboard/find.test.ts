import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const heading = (name: string | RegExp) => ({ name, level: 1 }) as const;

describe("finding anything", () => {
  it("finds orders, products, SKUs, customers and pages at once, and remembers what was opened", async () => {
    const order = await anOrderOf(dashboard, { email: "harbour@example.com" });
    const page = await dashboard.open("/");
    await page.getByRole("navigation").first().waitFor();
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog");
    const field = dialog.getByRole("textbox", { name: "Find anything" });
    await field.fill("harbour");
    await dialog.getByRole("button", { name: "harbour@example.com" }).first().waitFor();
    await dialog.getByRole("button", { name: "A Year of Small Harbours" }).first().waitFor();
    await checkBothScreens(page);

    await field.fill(`#${order.display_id}`);
    await dialog
      .getByRole("button", { name: new RegExp(`^#${order.display_id} .*harbour@example.com`) })
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", heading(`Order #${order.display_id}`)).waitFor();

    await page.keyboard.press("Control+k");
    await dialog
      .getByRole("button", { name: new RegExp(`^#${order.display_id} .*harbour@example.com`) })
      .waitFor();
    expect(await field.inputValue()).toBe("");
    const [variant] = await dashboard.db.run<{ sku: string; product: string }>({
      text: `select sku, product.title as product from product_variant join product on product.id = product_id
        where sku is not null order by sku limit 1`,
      values: [],
    });
    await field.fill(variant!.sku);
    await dialog.getByRole("button", { name: `${variant!.sku} ${variant!.product}` }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", heading(variant!.product)).waitFor();
  });

  it("asks only for what the user may read", { tags: ["short"] }, async () => {
    const support = { email: "packer@example.com", password: "harbour lights 42" };
    const { body: made } = await dashboard.api.post("/admin/users", support);
    const { body } = await dashboard.api.post("/admin/roles", {
      name: "Sorter",
      permissions: ["products:read"],
    });
    await dashboard.api.post(`/admin/users/${made.user.id}/role`, { role_id: body.role.id });
    const page = await dashboard.open("/products", { as: support });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole("heading", heading("Products")).waitFor();
    await page.getByRole("button", { name: "Find anything" }).click();
    const field = page.getByRole("dialog").getByRole("textbox", { name: "Find anything" });
    await field.fill("harbour");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "A Year of Small Harbours" })
      .first()
      .waitFor();
    expect(asked).toContain("/admin/variants");
    expect(asked.filter((path) => /orders|customers|discounts|gift-cards/.test(path))).toEqual([]);
    await field.fill("region");
    await page.getByRole("dialog").getByText("Nothing found").waitFor();
    await field.fill("produc");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

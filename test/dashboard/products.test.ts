import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/dashboard/accessibility.ts";
import { withDashboard } from "../support/dashboard/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const find = async (handle: string) =>
  (await dashboard.api.get(`/admin/products?handle=${handle}`)).body.products[0];

describe("products", () => {
  it("are found, filtered and published together", async () => {
    const page = await dashboard.open("/products");
    await page.getByRole("link", { name: "Skerry Sailing Jacket" }).waitFor();
    await checkAccessibility(page);
    await page.getByRole("textbox", { name: "Find" }).fill("skj-och-s");
    await page.getByText("1 product", { exact: true }).waitFor();
    expect(page.url()).toContain("q=skj-och-s");
    await page.getByLabel("Select all products of this page").check();
    await page.getByRole("button", { name: "Unpublish" }).click();
    await page.getByRole("cell", { name: "Draft" }).waitFor();
    expect(await find("skerry-sailing-jacket")).toMatchObject({ status: "draft" });
    await page.getByLabel("Select Skerry Sailing Jacket").check();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("cell", { name: "Published" }).waitFor();
    expect(await find("skerry-sailing-jacket")).toMatchObject({ status: "published" });
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

async function saveAndWait(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Not saved yet").waitFor({ state: "detached" });
}

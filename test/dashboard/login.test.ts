import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { ADMIN } from "../support/fixtures/credentials.ts";

const { it, dashboard } = withDashboard();

describe("logging in", () => {
  it("says that the password is wrong, and opens the page that was asked for with the right one", {
    tags: ["short"],
  }, async () => {
    dashboard.allow(/status of 401/);
    const page = await dashboard.open("/orders?status=%5B%22pending%22%5D", { as: null });
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText("The email or the password is wrong.").waitFor();
    await checkAccessibility(page);

    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    expect(page.url()).toContain("/app/orders?status=");
  });

  it("names the command for a forgotten password where no mail can be sent, and promises none", {
    tags: ["short"],
  }, async () => {
    const page = await dashboard.open("/login", { as: null });
    await page.getByRole("link", { name: "Forgotten your password?" }).click();
    await page.getByText("This shop cannot send mails.").waitFor();
    await page.getByText("tradewind user password --email").waitFor();
    expect(await page.getByLabel("Email").count()).toBe(0);
    await checkAccessibility(page);
  });

  it("asks for the password when the session has ended, and goes on with what was typed", {
    tags: ["short"],
  }, async () => {
    const { id } = (await dashboard.api.get("/admin/products?limit=1")).body.products[0];
    const page = await dashboard.open(`/products/${id}`);
    await page.getByLabel("Subtitle").fill("Waits at the gate");
    await dashboard.db.run({ text: "delete from tradewind.session", values: [] });
    dashboard.allow(/status of 401/);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Log in" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByLabel("Subtitle").inputValue()).toBe("Waits at the gate");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Not saved yet").waitFor({ state: "detached" });
    const text = "select subtitle from product where id = $1";
    const stored = await dashboard.db.run({ text, values: [id] });
    expect(stored).toEqual([{ subtitle: "Waits at the gate" }]);
  });
});

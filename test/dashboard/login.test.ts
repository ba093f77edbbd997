import { describe, expect } from "vitest";
import { ADMIN } from "../support/credentials.ts";
import { checkAccessibility } from "../support/dashboard/accessibility.ts";
import { withDashboard } from "../support/dashboard/with-dashboard.ts";

const { it, dashboard } = withDashboard();

describe("logging in", () => {
  it("says that the password is wrong, and opens the page that was asked for with the right one", async () => {
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
});

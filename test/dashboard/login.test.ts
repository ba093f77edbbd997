import { describe, expect } from "vitest";
import { ADMIN } from "../support/credentials.ts";
import { checkAccessibility } from "../support/dashboard/accessibility.ts";
import { anOrderOf } from "../support/dashboard/demo-orders.ts";
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

  it("asks for the password when the session has ended, and goes on with what was typed", async () => {
    const order = await anOrderOf(dashboard);
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByLabel("Write a note").fill("The parcel waits at the gate");
    await page.context().clearCookies();
    dashboard.allow(/status of 401/);
    await page.getByRole("button", { name: "Add note" }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await checkAccessibility(page);
    await dialog.getByRole("button", { name: "Log in" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("A note", { exact: true }).waitFor();
    const notes = await dashboard.db.run({
      text: "select value from note where resource_id = $1",
      values: [order.id],
    });
    expect(notes).toEqual([{ value: "The parcel waits at the gate" }]);
  });
});

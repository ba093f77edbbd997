import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

const width = "document.documentElement.scrollWidth";

describe("the bell", () => {
  it("says that there is nothing, counts a new order by itself, and leads to it", {
    tags: ["short"],
  }, async () => {
    const page = await dashboard.open("/products");
    await page.getByRole("button", { name: "Notifications", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    await panel.getByText("Nothing new.", { exact: false }).waitFor();
    await checkAccessibility(page);
    await panel.getByRole("button", { name: "Close" }).click();

    const order = await anOrderOf(dashboard);
    await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
    await panel.getByRole("link", { name: `New order #${order.display_id} (unread)` }).waitFor();
    await checkAccessibility(page);
    await panel.getByRole("link", { name: `New order #${order.display_id}` }).click();
    await page.getByRole("heading", { level: 1, name: new RegExp(String(order.display_id)) }).waitFor();
    await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  });

  it("keeps what was read after a reload, and shows older ones by page", async () => {
    await dashboard.db.run({
      text: `insert into tradewind.event (id, name, entity_id, data)
        select 'evt_old' || n, 'webhook.disabled', 'whk_gone', '{}' from generate_series(1, 25) n`,
      values: [],
    });
    const page = await dashboard.open("/products");
    await page.getByRole("button", { name: /Notifications, 2\d unread/ }).click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    await panel.getByRole("button", { name: "Show older ones" }).click();
    await panel
      .getByRole("link", { name: /New order/ })
      .first()
      .waitFor();
    await panel.getByRole("button", { name: "Mark all as read" }).click();
    await panel.getByRole("button", { name: "Mark all as read" }).isDisabled();
    await page.getByText("(unread)").first().waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  });

  it("leaves out the kinds that a user does not want, on a phone and in German", async () => {
    const page = await dashboard.open("/products", { width: 390, locale: "de-DE" });
    await page.getByRole("button", { name: /^Mitteilungen/ }).click();
    const panel = page.getByRole("dialog", { name: "Mitteilungen" });
    await panel.getByRole("button", { name: "Arten wählen" }).click();
    await panel.getByRole("switch", { name: "Abgeschaltete Webhooks" }).click();
    await checkAccessibility(page);
    await panel.getByRole("button", { name: "Zurück zur Liste" }).click();
    await panel
      .getByRole("link", { name: /Neue Bestellung/ })
      .first()
      .waitFor();
    expect(await panel.getByText(/Ein Webhook/).count()).toBe(0);
    expect(await page.evaluate(width)).toBe(390);
    const { body } = await dashboard.api.get("/admin/notices/kinds");
    expect(body.kinds).toContainEqual({ name: "webhook_failed", is_muted: true });
  });

  it("shows a role only what it may read", async () => {
    const packer = { email: "packer@example.com", password: "harbour lights 42" };
    const { body: made } = await dashboard.api.post("/admin/users", packer);
    const { body } = await dashboard.api.post("/admin/roles", {
      name: "Stock only",
      permissions: ["stock:read", "products:read"],
    });
    await dashboard.api.post(`/admin/users/${made.user.id}/role`, { role_id: body.role.id });
    const page = await dashboard.open("/stock", { as: packer });
    await page.getByRole("button", { name: "Notifications", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Notifications" });
    await panel.getByText("Nothing new.", { exact: false }).waitFor();
    await panel.getByRole("button", { name: "Choose kinds" }).click();
    expect(await panel.getByRole("switch").count()).toBe(1);
  });
});

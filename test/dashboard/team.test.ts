import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { delivered } from "../support/checks/announced-events.ts";

const { it, dashboard } = withDashboard({ TRADEWIND_SMTP_URL: "smtp://127.0.0.1:1" });

const done = (page: Page, text: string | RegExp) => page.getByRole("alert").getByText(text).first().waitFor();

const userId = async (email: string): Promise<string> => {
  const text = 'select id from "user" where email = $1';
  const [user] = await dashboard.db.run<{ id: string }>({ text, values: [email] });
  return user!.id;
};

const roleOf = async (email: string) => {
  const { body } = await dashboard.api.get("/admin/roles/assignments");
  const id = await userId(email);
  return body.assignments.find(({ user_id }: { user_id: string }) => user_id === id)?.role_id;
};

const anna = { email: "anna@example.com", password: "parcels and tape" };

describe("the team", () => {
  it("grows by an invitation with a role, and its new member sees what the role allows", async () => {
    const page = await dashboard.open("/settings/team");
    await page.getByText("Everybody may do everything").waitFor();
    await page.getByRole("button", { name: "Invite a user" }).click();
    const form = page.getByRole("dialog", { name: "Invite a user" });
    await form.getByLabel("Email").fill("anna");
    await form.getByRole("button", { name: "Send the invitation" }).click();
    await form.getByText("Type an email address.").waitFor();
    await form.getByLabel("Email").fill(anna.email);
    await form.getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: "Fulfilment" }).click();
    await checkAccessibility(page);
    await form.getByRole("button", { name: "Send the invitation" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByRole("cell", { name: anna.email, exact: true }).waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await done(page, /There is a new invitation for anna/);
    const { body } = await dashboard.api.get("/admin/invites");

    const joining = await dashboard.open(`/invite?token=${body.invites[0].token}`, { as: null });
    expect(await joining.getByLabel("Email").inputValue()).toBe(anna.email);
    await joining.getByLabel("First name").fill("Anna");
    await joining.getByLabel(/^Password/).fill("short");
    await joining.getByRole("button", { name: "Join the team" }).click();
    await joining.getByText("Use at least 8 characters.").waitFor();
    await checkAccessibility(joining);
    await joining.getByLabel(/^Password/).fill(anna.password);
    await joining.getByRole("button", { name: "Join the team" }).click();
    const menu = joining.getByRole("navigation", { name: "Pages" });
    await menu.getByRole("link", { name: "Orders", exact: true }).waitFor();
    expect(await menu.getByRole("link", { name: "Discounts", exact: true }).count()).toBe(0);
    expect(await roleOf(anna.email)).toBe("fulfilment");
    expect(await roleOf("admin@example.com")).toBe("owner");

    await menu.getByRole("link", { name: "Settings" }).click();
    const sections = joining.getByRole("navigation", { name: "Sections of the settings" });
    await sections.getByRole("link", { name: "Store" }).click();
    await joining.getByLabel("Name").waitFor();
    expect(await joining.getByLabel("Name").isDisabled()).toBe(true);
    expect(await joining.getByRole("button", { name: "Save" }).count()).toBe(0);
    expect(await sections.getByRole("link", { name: "Team" }).count()).toBe(0);
  });

  it("gets a role of the shop's own, which counts at once and is in the audit log", async () => {
    const carl = { email: "carl@example.com", password: "cash and change" };
    await dashboard.api.post("/admin/users", carl);
    const id = await userId(carl.email);
    await dashboard.api.post(`/admin/users/${id}/role`, { role_id: "fulfilment" });
    const page = await dashboard.open("/settings/roles");
    await page.getByText("Pages and buttons that a role does not allow are hidden").waitFor();
    await page.getByRole("link", { name: "Create role" }).click();
    await page.getByLabel("Name").fill("Cashier");
    await page.getByRole("checkbox", { name: "Payments: capture, refund: Change" }).check();
    await page.getByRole("checkbox", { name: "Orders, draft orders, order edits: See" }).check();
    expect(await page.getByRole("checkbox", { name: "Payments: capture, refund: See" }).isChecked()).toBe(
      true,
    );
    await page.getByRole("button", { name: "Create role" }).click();
    await page.getByRole("heading", { name: "Cashier", level: 1 }).waitFor();

    const atWork = await dashboard.open("/", { as: carl });
    const menu = atWork.getByRole("navigation", { name: "Pages" });
    await menu.getByRole("link", { name: "Products", exact: true }).waitFor();
    await page.getByRole("link", { name: "Team" }).click();
    await page.getByRole("combobox", { name: `Role of ${carl.email}` }).click();
    await page.getByRole("option", { name: "Cashier" }).click();
    await done(page, /is now: Cashier/);
    await atWork.reload();
    await menu.getByRole("link", { name: "Orders", exact: true }).waitFor();
    expect(await menu.getByRole("link", { name: "Products", exact: true }).count()).toBe(0);

    const roleId = await roleOf(carl.email);
    const { body } = await dashboard.api.get(`/admin/audit-log?path=/admin/users/${id}/role`);
    const change = { before: { role_id: "fulfilment" }, after: { role_id: roleId } };
    expect(body.entries).toContainEqual(expect.objectContaining(change));
    await page.getByRole("button", { name: `Remove ${carl.email}` }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await done(page, /was removed/);
    const { body: users } = await dashboard.api.get("/admin/users");
    expect(users.users.map(({ email }: { email: string }) => email)).not.toContain(carl.email);
  });
});

describe("one's own account", () => {
  it("has a name, and a token that is shown once", { tags: ["short"] }, async () => {
    const page = await dashboard.open("/settings/profile");
    await page.getByLabel("First name").fill("Ada");
    await page.getByRole("button", { name: "Save" }).click();
    await done(page, "Saved");
    const { body } = await dashboard.api.get("/admin/auth");
    expect(body.user.first_name).toBe("Ada");

    await page.getByRole("link", { name: "API tokens" }).click();
    await page.getByRole("button", { name: "Create token" }).click();
    const token = await page.getByText(/^tw_/).innerText();
    const withToken = () =>
      fetch(`${dashboard.url}/admin/store`, { headers: { authorization: `Bearer ${token}` } });
    expect((await withToken()).status).toBe(200);
    await checkAccessibility(page);
    await page.reload();
    await page.getByText("You have a token.").waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await done(page, "Your token was revoked");
    expect((await withToken()).status).toBe(401);
  });

  it("gets a new password by a link, once", async () => {
    dashboard.allow(/status of 401/);
    const ben = { email: "ben@example.com", password: "forgotten" };
    await dashboard.api.post("/admin/users", ben);
    const page = await dashboard.open("/login", { as: null });
    await page.getByRole("link", { name: "Forgotten your password?" }).click();
    await page.getByLabel("Email").fill(ben.email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByText("If a user has this email").waitFor();
    const token = await resetToken();

    await page.goto(`${dashboard.url}/app/reset-password?token=${token}`);
    await page.getByLabel("New password").fill("a better one this time");
    await checkAccessibility(page);
    await page.getByRole("button", { name: "Set the password and log in" }).click();
    await page.getByRole("navigation").first().waitFor();

    const again = await dashboard.open(`/reset-password?token=${token}`, { as: null });
    await again.getByLabel("New password").fill("once more please");
    await again.getByRole("button", { name: "Set the password and log in" }).click();
    await again.getByText("The link is no longer valid.").waitFor();
  });

  /** As the mail has it; the event log of the API hides it. */
  const resetToken = async (): Promise<string> => {
    const [reset] = await delivered(dashboard.db, "user.password_reset");
    return reset!["token"] as string;
  };
});

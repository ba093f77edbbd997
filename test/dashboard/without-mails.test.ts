import { expect } from "vitest";
import { checkAccessibility } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";

const { it, dashboard } = withDashboard();

it("without a mail server, Health is not green and says what to do", async () => {
  const page = await dashboard.open("/system/health");
  await page.getByText("The shop works, but something does not reach your customers").waitFor();
  expect(await page.getByText("Everything works").count()).toBe(0);
  await checkAccessibility(page);
  await page.getByRole("link", { name: /No mails are sent/ }).click();
  await page.getByRole("heading", { level: 1, name: "Mails" }).waitFor();
});

it("without a mail server, the page of mails says what is not sent and why", async () => {
  const page = await dashboard.open("/settings/mails");
  await page.getByText("Your customers get no mails").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Order confirmation" }).waitFor();
  await page.getByRole("listitem").filter({ hasText: "Invitation to the team" }).waitFor();
  await page.getByRole("listitem").filter({ hasText: "Link to pay" }).waitFor();
  expect(await page.getByText("Another mail").count(), "a mail of the server without a name").toBe(0);
  expect(await page.getByRole("button", { name: "Send a test mail" }).count()).toBe(0);
  await checkAccessibility(page);
});

it("without a mail server, no page says that a link was sent", async () => {
  const { body } = await dashboard.api.post("/admin/customers", {
    email: "no-link@example.com",
    first_name: "Nora",
    last_name: "Link",
    password: "harbour lights 42",
  });
  const page = await dashboard.open(`/customers/${body.customer.id}`);
  await page.getByRole("button", { name: /link/i }).click();
  await page.getByText(/This shop sends no mails, so no link was sent/).waitFor();
  expect(await page.getByText(/was sent to no-link/).count()).toBe(0);
});

it("without a mail server, no form offers to notify the customer", async () => {
  const order = await anOrderOf(dashboard, { quantity: 1, email: "silent@example.com" });
  const page = await dashboard.open(`/orders/${order.id}`);
  await page.getByRole("button", { name: "Pack and ship" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The customer gets no mail: this shop sends none.").waitFor();
  expect(await dialog.getByLabel("Notify the customer").count()).toBe(0);
  await checkAccessibility(page);
});

it("a refusal for the role has no names of programs in it", async () => {
  const reader = { email: "words@example.com", password: "harbour lights 42" };
  const { body: made } = await dashboard.api.post("/admin/users", reader);
  const { body } = await dashboard.api.post("/admin/roles", {
    name: "Mails only",
    permissions: ["notifications:read", "notifications:write", "settings:read", "events:read"],
  });
  await dashboard.api.post(`/admin/users/${made.user.id}/role`, { role_id: body.role.id });
  await dashboard.db.run({
    text: `insert into tradewind.mail (id, event_id, kind, provider_id, recipient, state)
      values ('mail_words', 'evt_words', 'order.placed', 'smtp', 'who@example.com', 'failed')`,
    values: [],
  });
  dashboard.allow(/status of 403/);
  const page = await dashboard.open("/settings/mails", { as: reader });
  await page.getByRole("button", { name: /Send again/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await page.getByText("Your role does not allow this.", { exact: false }).waitFor();
  expect(await page.getByText("orders:write").count()).toBe(0);
});

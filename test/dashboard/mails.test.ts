import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { ADMIN } from "../support/fixtures/credentials.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { until } from "../support/time/until.ts";

const mails = new MailServer();
const address = await mails.start();

const { it, dashboard } = withDashboard({
  TRADEWIND_SMTP_URL: address,
  TRADEWIND_MAIL_FROM: "shop@tradewind.example",
});
it.afterAll(() => mails.stop());

describe("the page of mails", () => {
  it("shows sender and state, and sends a test mail to the user or to another address", {
    tags: ["short"],
  }, async () => {
    const page = await dashboard.open("/settings/mails");
    await page.getByText("Set up, nothing sent yet").waitFor();
    expect(await page.getByText("Mails are sent", { exact: true }).count()).toBe(0);
    await page.getByText("shop@tradewind.example").waitFor();
    await page.getByText("No mails yet.").waitFor();
    expect(await page.getByText("secret").count()).toBe(0);

    await page.getByRole("button", { name: "Send a test mail" }).click();
    await page.getByText(`Sent to ${ADMIN.email}`).waitFor();
    await mails.mailTo(ADMIN.email);

    mails.refusals = 1;
    await page.getByLabel("To", { exact: true }).fill("office@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("The mail server did not take it").waitFor();
    await page
      .getByText(/try again later/)
      .first()
      .waitFor();
    await page.getByText("Mails fail", { exact: true }).waitFor();
    await checkBothScreens(page);

    await page.getByLabel("To", { exact: true }).fill("office@example.com");
    await page.getByRole("button", { name: "Send a test mail" }).click();
    await page.getByText("Sent to office@example.com").waitFor();
    await mails.mailTo("office@example.com");
    await page.getByText("Mails are sent", { exact: true }).waitFor();
  });

  it("lists what was sent to whom, finds it by order number, and sends it again", async () => {
    const order = await anOrderOf(dashboard);
    const page = await dashboard.open(`/settings/mails?kind=order.placed`);
    await until(async () => {
      await page.reload();
      return (await page.getByRole("button", { name: /Send again/ }).count()) > 0;
    });
    await page.getByLabel("Email or order number").fill(`#${order.display_id}`);
    await page.getByText("1 mail", { exact: true }).waitFor();
    const [{ email } = { email: "" }] = await dashboard.db.run<{ email: string }>({
      text: 'select email from "order" where id = $1',
      values: [order.id],
    });
    const row = page.getByRole("row").filter({ hasText: email });
    await row.getByText("Order confirmation").first().waitFor();
    await row.getByRole("button", { name: /Send again/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
    await page.getByText("The mail was sent again").waitFor();
    await row.getByText("Sent again once").waitFor();
    await until(() => mails.received.filter(({ to }) => to.includes(email)).length === 2);
    await checkBothScreens(page);
    await row.getByRole("link", { name: `#${order.display_id}` }).click();
    await page.getByRole("heading", { level: 1, name: new RegExp(String(order.display_id)) }).waitFor();
  });

  it("finds nothing, says so, and is usable on a phone and in German", async () => {
    const page = await dashboard.open("/settings/mails?q=nobody", { width: 390, locale: "de-DE" });
    await page.getByText("Keine Mail passt zu dieser Suche.").waitFor();
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(390);
    await checkBothScreens(page);
  });
});

describe("the health of a shop whose mails fail", () => {
  it("is a warning that leads to the mails", async () => {
    mails.refusals = 1;
    const { status } = await dashboard.api.post("/admin/mails/test", { to: "fails@example.com" });
    expect(status).toBe(200);
    const page = await dashboard.open("/system/health");
    await page.getByText("The shop works, but something does not reach your customers").waitFor();
    await page.getByRole("link", { name: /not sent/ }).click();
    await page.getByRole("heading", { level: 1, name: "Mails" }).waitFor();
    await page.getByText("The last mail was not sent").waitFor();
  });
});

import { describe, expect } from "vitest";
import { checkBothScreens } from "../support/browser/accessibility.ts";
import { anOrderOf } from "../support/browser/demo-orders.ts";
import { withDashboard } from "../support/browser/with-dashboard.ts";
import { orderIn, type PlacedOrder } from "../support/factories/orders.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { until } from "../support/time/until.ts";

const mails = new MailServer();
const smtp = await mails.start();
const { it, dashboard } = withDashboard({
  TRADEWIND_SMTP_URL: smtp,
  TRADEWIND_MAIL_FROM: "shop@tradewind.example",
});
it.afterAll(() => mails.stop());

async function aCapturedOrder(email: string, quantity = 2): Promise<PlacedOrder> {
  const order = await anOrderOf(dashboard, { quantity, email });
  orderIn(await dashboard.api.post(`/admin/orders/${order.id}/capture`));
  return order;
}

const linksOf = (id: string) =>
  dashboard.db.run<{ tracking_number: string; url: string | null }>({
    text: `select tracking_number, url from tracking_link where deleted_at is null
      and fulfillment_id in (select id from fulfillment where order_id = $1) order by tracking_number`,
    values: [id],
  });

const mailsTo = (address: string): string[] =>
  mails.received
    .filter(({ to }) => to.includes(address))
    .map(({ content }) => content.replace(/=\r?\n/g, "").replaceAll("=3D", "="));

describe("pack and ship", () => {
  it("opens a short form that Enter confirms, and the customer gets the link", async () => {
    const order = await aCapturedOrder("ship@example.com");
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Pack and ship" }).click();
    const dialog = page.getByRole("dialog");
    // With the variant: an order may have two variants of one product.
    expect(await dialog.getByLabel(/^Pieces of .+, .+/).inputValue()).toBe("2");
    await dialog.getByLabel("Tracking number").fill("TRACK-1");
    await dialog.getByLabel("Link of the carrier").fill("carrier.example/TRACK-1");
    await dialog.getByRole("button", { name: "Pack and ship" }).click();
    await dialog.getByText("begins with https://").waitFor();
    await checkBothScreens(page);
    await dialog.getByLabel("Link of the carrier").fill("https://carrier.example/TRACK-1");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const link = page.getByRole("link", { name: "TRACK-1" });
    expect(await link.getAttribute("href")).toBe("https://carrier.example/TRACK-1");
    await page.getByText("Shipped", { exact: true }).first().waitFor();
    await until(() => mailsTo("ship@example.com").some((mail) => mail.includes("is on its way")));
    const mail = mailsTo("ship@example.com").find((each) => each.includes("is on its way"));
    expect(mail).toContain("Tracking: TRACK-1 https://carrier.example/TRACK-1");
    await checkBothScreens(page);
  });

  it("is one Enter where nothing has to be typed", async () => {
    const order = await aCapturedOrder("enter@example.com", 1);
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Pack and ship" }).click();
    await page.getByRole("dialog").getByLabel("Tracking number").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Shipped", { exact: true }).first().waitFor();
    expect(await linksOf(order.id)).toEqual([]);
    // Its button is gone: keys and screen readers go on at the heading.
    await page.locator("h1:focus").waitFor();
    await page.getByRole("button", { name: "Add tracking" }).click();
    await page.getByRole("dialog").getByLabel("Tracking number").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("button:focus", { hasText: "Add tracking" }).waitFor();
  });

  it("gets the number later, corrects it, and takes it away without a mail", async () => {
    const order = await aCapturedOrder("later@example.com", 1);
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Pack and ship" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Notify the customer").uncheck();
    await dialog.getByRole("button", { name: "Pack and ship" }).click();
    await page.getByRole("button", { name: "Add tracking" }).click();
    await dialog.getByLabel("Tracking number").fill("WRONG");
    await page.keyboard.press("Enter");
    await page.getByText("WRONG").waitFor();
    await until(() => mailsTo("later@example.com").some((mail) => mail.includes("Follow the parcel")));
    await page.getByRole("button", { name: "Change tracking" }).click();
    await dialog.getByLabel("Tracking number").fill("RIGHT");
    await dialog.getByRole("button", { name: "Another number" }).click();
    await dialog.getByLabel("Tracking number").nth(1).fill("SECOND");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("SECOND").waitFor();
    expect(await linksOf(order.id)).toMatchObject([
      { tracking_number: "RIGHT" },
      { tracking_number: "SECOND" },
    ]);
    expect(mailsTo("later@example.com").filter((mail) => mail.includes("is on its way"))).toEqual([]);
  });

  it("asks for the number of each parcel where several are packed", async () => {
    const order = await aCapturedOrder("parcels@example.com", 2);
    for (const _ of [1, 2])
      orderIn(
        await dashboard.api.post(`/admin/orders/${order.id}/fulfillment`, {
          items: [{ item_id: order.items[0]!.id, quantity: 1 }],
        }),
      );
    const page = await dashboard.open(`/orders/${order.id}`);
    await page.getByRole("button", { name: "Ship", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    const first = dialog.getByRole("group", { name: /^Parcel 1/ });
    const second = dialog.getByRole("group", { name: /^Parcel 2/ });
    await first.getByLabel("Tracking number").fill("ONE");
    await second.getByLabel("Tracking number").fill("TWO");
    await second.getByLabel("Link of the carrier").fill("no address");
    await dialog.getByRole("button", { name: "Ship", exact: true }).click();
    await second.getByText("begins with https://").waitFor();
    await checkBothScreens(page);
    await second.getByLabel("Link of the carrier").fill("");
    await dialog.getByRole("button", { name: "Ship", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("TWO").waitFor();
    const text = `select fulfillment_id, tracking_number from tracking_link where deleted_at is null
      and fulfillment_id in (select id from fulfillment where order_id = $1) order by tracking_number`;
    const links = await dashboard.db.run<{ fulfillment_id: string; tracking_number: string }>({
      text,
      values: [order.id],
    });
    expect(links.map(({ tracking_number }) => tracking_number)).toEqual(["ONE", "TWO"]);
    expect(new Set(links.map(({ fulfillment_id }) => fulfillment_id)).size).toBe(2);
  });

  it("packs only, some of it, from the location that is chosen", async () => {
    const { body } = await dashboard.api.get("/admin/stock-locations");
    const [location] = body.stock_locations as { id: string; name: string }[];
    const order = await aCapturedOrder("part@example.com", 2);
    const page = await dashboard.open(`/orders/${order.id}`, { width: 390 });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Pack some of it" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Pieces of/).fill("1");
    await dialog.getByRole("button", { name: "Pack", exact: true }).waitFor();
    if (location) {
      await dialog.getByRole("combobox", { name: "From" }).click();
      await page.getByRole("option", { name: location.name }).click();
    }
    await checkBothScreens(page);
    await dialog.getByRole("button", { name: "Pack", exact: true }).click();
    await page.getByText("Partly packed").first().waitFor();
    // What was packed is shipped with the same short form.
    await page.getByRole("button", { name: "Ship", exact: true }).first().click();
    await dialog.getByLabel("Tracking number").fill("PART-1");
    await page.keyboard.press("Enter");
    await page.getByText("PART-1").waitFor();
    expect(await linksOf(order.id)).toEqual([{ tracking_number: "PART-1", url: null }]);
  });
});

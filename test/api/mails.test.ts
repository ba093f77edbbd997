import { describe, expect } from "vitest";
import { aPayableCart, aPlace, changeCart, complete, type Place } from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { MailServer } from "../support/services/mail-server.ts";

const mails = new MailServer();
let place: Place;

const { it, shop } = withShop(
  async () =>
    startShop({
      TRADEWIND_SMTP_URL: await mails.start(),
      TRADEWIND_PUBLIC_URL: "https://api.example",
      TRADEWIND_MAIL_FROM: "shop@tradewind.example",
      TRADEWIND_STOREFRONT_URL: "https://store.example",
    }),
  () => mails.stop(),
);
it.beforeAll(async () => {
  place = await aPlace(shop);
});

/** The id of a new order with this email. */
async function anOrderOf(email: string): Promise<string> {
  const variantId = await aSoldVariant(shop, { price: 1250 });
  const cart = await aPayableCart(shop.visitor(), { place, variantId });
  await changeCart(shop.visitor(), cart.id, { email });
  const { body } = await complete(shop.visitor(), cart.id);
  return body.data.id;
}

const notificationsTo = async (email: string) => {
  const { body } = await shop.admin.get(`/admin/notifications?to=${encodeURIComponent(email)}`);
  return body.notifications;
};

/** The record follows the mail. */
async function recordTo(email: string) {
  for (;;) {
    const [notification] = await notificationsTo(email);
    if (notification) return notification;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe("mails", () => {
  it("inform the customer about the order, and are recorded", async () => {
    const orderId = await anOrderOf("placed@example.com");
    const { from, content } = await mails.mailTo("placed@example.com");
    expect(from).toBe("shop@tradewind.example");
    expect(content).toContain("Thank you for your order");
    expect(content).toContain("Total: 13.75 USD");
    expect(await recordTo("placed@example.com")).toMatchObject({
      event_name: "order.placed",
      resource_type: "order",
      resource_id: orderId,
      provider_id: "smtp",
    });
  });

  it("come again when the server was busy, and are one record", async () => {
    mails.refusals = 1;
    await anOrderOf("later@example.com");
    await mails.mailTo("later@example.com");
    await recordTo("later@example.com");
    expect(await notificationsTo("later@example.com")).toHaveLength(1);
  });

  it("contain the link for a new password, and the list of notifications does not show the token", async () => {
    const account = { email: "lost@example.com", password: "x", first_name: "L", last_name: "O" };
    await shop.visitor().post("/store/customers", account);
    await shop.visitor().post("/store/customers/password-token", { email: "lost@example.com" });
    const { content } = await mails.mailTo("lost@example.com");
    expect(content.replace(/=\r?\n/g, "")).toContain("https://store.example/reset-password?token=3D");
    expect(JSON.stringify(await recordTo("lost@example.com"))).not.toContain("token");
  });

  it("invite administrators, with a link to the dashboard", async () => {
    await shop.admin.post("/admin/invites", { user: "new@example.com", role: "member" });
    const { content } = await mails.mailTo("new@example.com");
    expect(content).toContain("You are invited");
    expect(content.replace(/=\r?\n/g, "")).toContain("https://api.example/app/invite?token=3D");
  });

  it("are sent again to whom they are to go", async () => {
    await anOrderOf("again@example.com");
    const { id } = await recordTo("again@example.com");
    const { status } = await shop.admin.post(`/admin/notifications/${id}/resend`, {
      to: "other@example.com",
    });
    expect(status).toBe(200);
    expect((await mails.mailTo("other@example.com")).content).toContain("Thank you for your order");
  });
});

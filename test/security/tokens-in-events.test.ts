import { describe, expect } from "vitest";
import { aPlace } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole, type Member } from "../support/factories/team.ts";
import { ADMIN, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";

const mails = new MailServer();
let receiver: Receiver;
/** A user who may do what the attack needs, and is no owner. */
let clerk: Member;
const { it, shop } = withShop(
  async () =>
    startShop({
      TRADEWIND_JOBS: "1",
      TRADEWIND_SMTP_URL: await mails.start(),
      TRADEWIND_STOREFRONT_URL: "https://store.example",
      TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
      TRADEWIND_FAILURES_PER_ACCOUNT: "100",
    }),
  () => mails.stop(),
);
it.beforeAll(async () => {
  const areas = ["team", "webhooks", "notifications", "customers", "orders"];
  const both = areas.flatMap((area) => [`${area}:read`, `${area}:write`]);
  clerk = await aMemberWith(shop, await aRole(shop, ...both, "events:read", "personal-data:read"));
});
it.beforeEach(async () => {
  mails.received.length = 0;
  receiver = await openReceiver();
});
it.afterEach(() => receiver.close());

const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/;
const rows = (text: string) => shop.db.run<Record<string, unknown>>({ text, values: [] });

/** The token in the mail to an address. */
async function mailedToken(address: string): Promise<string> {
  const { content } = await mails.mailTo(address);
  const [token] = TOKEN.exec(content.replace(/=\r?\n/g, "").replaceAll("=3D", "=")) ?? [];
  return token ?? "";
}

/** None also while an overloaded machine answers 503. */
const recordsTo = async (address: string) =>
  (await shop.admin.get(`/admin/notifications?to=${address}&include_resends=true`)).body.notifications ?? [];

/** The record of the mail, which follows it. */
async function recordTo(address: string): Promise<{ id: string }> {
  await until(async () => (await recordsTo(address)).length > 0);
  return (await recordsTo(address))[0];
}

const hook = async (...events: string[]) => {
  const { status, body } = await clerk.client.post("/admin/webhooks", { url: receiver.url, events });
  expect([status, body.message]).toEqual([200, undefined]);
};
const arrived = (name: string) => until(() => receiver.names().includes(name));

/** Each makes a token, and returns the name of the event and the address of the mail. */
const EVENTS: Record<string, (nr: number) => Promise<{ event: string; address: string }>> = {
  "the reset of an owner": async () => {
    await shop.visitor().post("/admin/users/password-token", { email: ADMIN.email });
    return { event: "user.password_reset", address: ADMIN.email };
  },
  "the reset of a customer": async () => {
    const { email } = await aShopper(shop);
    await shop.visitor().post("/store/customers/password-token", { email });
    return { event: "customer.password_reset", address: email };
  },
  "an invite of an owner": async (nr) => {
    const user = `owner-${nr}@example.com`;
    await shop.admin.post("/admin/invites", { user, role: "admin", role_id: "owner" });
    return { event: "invite.created", address: user };
  },
  "an invite that is sent again": async (nr) => {
    const user = `again-${nr}@example.com`;
    await shop.admin.post("/admin/invites", { user, role: "admin", role_id: "owner" });
    const { body } = await shop.admin.get("/admin/invites");
    const { id } = body.invites.find((each: { user_email: string }) => each.user_email === user);
    // The first mail has another token.
    await recordTo(user);
    mails.received.length = 0;
    await shop.admin.post(`/admin/invites/${id}/resend`);
    await until(async () => (await recordsTo(user)).length === 2);
    return { event: "invite.created", address: user };
  },
  "a claim of orders": async (nr) => {
    const email = `bought-${nr}@example.com`;
    const order = await anOrder(shop.visitor(), {
      place: await aPlace(shop),
      variantId: await aSoldVariant(shop),
      email,
    });
    await mails.mailTo(email);
    mails.received.length = 0;
    const { browser } = await aShopper(shop);
    await browser.post("/store/orders/batch/customer/token", { order_ids: [order.id] });
    return { event: "order-update-token.created", address: email };
  },
};

describe.each(Object.keys(EVENTS))("%s", (what) => {
  let made = 0;
  const happen = () => EVENTS[what]!(++made);

  it("reaches the person by mail, and nobody by webhook, list or stored row", async () => {
    await hook("*", "user.password_reset", "customer.password_reset", "invite.created");
    await hook("order-update-token.created");
    const { event, address } = await happen();
    const token = await mailedToken(address);
    expect(token).toMatch(TOKEN);
    await arrived(event);
    for (const { raw } of receiver.received) expect(raw).not.toMatch(TOKEN);
    expect(JSON.stringify((await clerk.client.get("/admin/events?limit=100")).body)).not.toMatch(TOKEN);
    await recordTo(address);
    for (const table of [
      "tradewind.event",
      "notification",
      "tradewind.audit_entry",
      "tradewind.webhook_delivery",
    ])
      expect(JSON.stringify(await rows(`select * from ${table}`)), table).not.toMatch(TOKEN);
  });

  it("is not sent to another address, and again to the person", async () => {
    const { address } = await happen();
    const token = await mailedToken(address);
    const { id } = await recordTo(address);
    const before = await rows("select * from notification order by id");
    mails.received.length = 0;
    const away = await clerk.client.post(`/admin/notifications/${id}/resend`, { to: "clerk@example.com" });
    expect(away).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    expect(away.body.message).toContain("to");
    expect(await rows("select * from notification order by id")).toEqual(before);
    expect(mails.received).toEqual([]);
    const again = await clerk.client.post(`/admin/notifications/${id}/resend`);
    expect([again.status, again.body.message]).toEqual([200, undefined]);
    expect(await mailedToken(address)).toBe(token);
    expect(JSON.stringify(await rows("select * from notification"))).not.toMatch(TOKEN);
    const twice = await clerk.client.post(`/admin/notifications/${again.body.notification.id}/resend`);
    expect(twice.status).toBe(200);
  });
});

describe("a token", () => {
  it("of an event that is too old is not sent again", async () => {
    const { address } = await EVENTS["the reset of a customer"]!(100);
    const { id } = await recordTo(address);
    await rows("update tradewind.event set occurred_at = now() - interval '16 minutes'");
    mails.received.length = 0;
    const answer = await shop.admin.post(`/admin/notifications/${id}/resend`);
    expect(answer).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    expect(mails.received).toEqual([]);
    expect(await recordsTo(address)).toHaveLength(1);
  });

  it("sets a new password, once", async () => {
    const { address } = await EVENTS["the reset of a customer"]!(101);
    const body = { email: address, token: await mailedToken(address), password: "another password" };
    expect((await shop.visitor().post("/store/customers/password-reset", body)).status).toBe(200);
    expect((await shop.visitor().post("/store/customers/password-reset", body)).status).toBe(401);
  });

  it("is not in the export of personal data", async () => {
    const { browser, id, email } = await aShopper(shop);
    await shop.visitor().post("/store/customers/password-token", { email });
    const order = await anOrder(shop.visitor(), {
      place: await aPlace(shop),
      variantId: await aSoldVariant(shop),
      email: "before@example.com",
    });
    await browser.post("/store/orders/batch/customer/token", { order_ids: [order.id] });
    await recordTo(email);
    const { status, body } = await clerk.client.get(`/admin/customers/${id}/personal-data`);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain("customer.password_reset");
    expect(JSON.stringify(body)).not.toMatch(TOKEN);
  });
});

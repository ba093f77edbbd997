import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { until } from "../support/time/until.ts";

const mails = new MailServer();
let place: Place;
let variantId: string;

const { it, shop } = withShop(
  async () =>
    startShop({
      TRADEWIND_SMTP_URL: await mails.start(),
      TRADEWIND_MAIL_FROM: "shop@tradewind.example",
      TRADEWIND_PUBLIC_URL: "https://api.example",
    }),
  () => mails.stop(),
);
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
});

const orderOf = (email: string) => anOrder(shop.visitor(), { place, variantId, email });

const listed = async (query: string) => (await shop.admin.get(`/admin/mails?${query}`)).body;

/** The record of the only mail to this address, once it is in this state. */
async function mailTo(email: string, state = "sent") {
  await until(async () => (await listed(`q=${encodeURIComponent(email)}&state=${state}`)).count === 1);
  return (await listed(`q=${encodeURIComponent(email)}`)).mails[0];
}

const received = (address: string) => mails.received.filter(({ to }) => to.includes(address));

describe("the list of mails", () => {
  it("is sorted by its time, and by nothing else", async () => {
    for (const email of ["older@example.com", "newer@example.com"]) {
      await orderOf(email);
      await mailTo(email);
    }
    const recipients = async (order: string) =>
      (await listed(`order=${order}`)).mails.map(({ recipient }: { recipient: string }) => recipient);
    const oldestFirst = await recipients("created_at");
    expect(oldestFirst).toEqual((await recipients("-created_at")).reverse());
    expect(oldestFirst.indexOf("older@example.com")).toBeLessThan(oldestFirst.indexOf("newer@example.com"));
    const refused = await shop.admin.get("/admin/mails?order=subject");
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("order");
  });

  it("has what was sent to whom, and is found by address and number of the order", async () => {
    const order = await orderOf("listed@example.com");
    const mail = await mailTo("listed@example.com");
    expect(mail).toMatchObject({
      kind: "order.placed",
      state: "sent",
      recipient: "listed@example.com",
      attempts: 1,
      error: null,
      order: { id: order.id, display_id: order.display_id },
    });
    const byNumber = await listed(`q=${encodeURIComponent(`#${order.display_id}`)}&kind=order.placed`);
    expect(byNumber.mails.map(({ id }: { id: string }) => id)).toContain(mail.id);
    expect((await listed("q=LISTED@")).count).toBe(1);
    expect((await listed("q=100%25")).count).toBe(0);
    expect((await listed(`order_id=${order.id}`)).count).toBe(1);
  });

  it("has what could not be sent, with the reason of the mail server, until it is sent", async () => {
    mails.refusals = 1_000;
    await orderOf("refused@example.com");
    const failed = await mailTo("refused@example.com", "failed");
    expect(failed).toMatchObject({ state: "failed", sent_at: null, recipient: "refused@example.com" });
    expect(failed.error).toContain("try again later");
    mails.refusals = 0;
    const mail = await mailTo("refused@example.com");
    expect(mail).toMatchObject({ id: failed.id, state: "sent", error: null });
    const { body } = await shop.admin.get("/admin/events?name=mail.failed");
    expect(body.events.map((event: { data: object }) => event.data)).toContainEqual({
      id: mail.id,
      kind: "order.placed",
    });
  });

  it("shows no token and no link, also of a mail that failed", async () => {
    mails.refusals = 1;
    const account = { email: "token@example.com", password: "x", first_name: "T", last_name: "O" };
    await shop.visitor().post("/store/customers", account);
    await shop.visitor().post("/store/customers/password-token", { email: account.email });
    const mail = await mailTo(account.email);
    const text = received(account.email)[0]!.content.replace(/=\r?\n/g, "");
    const token = /Your code: (\S+)/.exec(text)![1]!.replaceAll("=3D", "=");
    expect(JSON.stringify(mail)).not.toContain(token);
    const rows = await shop.db.run({ text: "select to_jsonb(mail) as mail from tradewind.mail", values: [] });
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("refuses a list that cannot be read", async () => {
    for (const [query, field] of [
      ["limit=-1", "limit"],
      ["state=lost", "state"],
      ["text=token", "text"],
    ] as const) {
      const { status, body } = await shop.admin.get(`/admin/mails?${query}`);
      expect(status).toBe(400);
      expect(body.message).toContain(field);
    }
  });
});

describe("a mail is sent again", () => {
  it("to the same address, once for each request", async () => {
    await orderOf("again@example.com");
    const { id } = await mailTo("again@example.com");
    const { status, body } = await shop.admin.post(`/admin/mails/${id}/resend`, {});
    expect(status).toBe(200);
    expect(body.mail).toMatchObject({ id, state: "sent", resent: 1 });
    expect(received("again@example.com")).toHaveLength(2);
  });

  it("at once, if it failed and would wait for its next attempt", async () => {
    mails.refusals = 1_000;
    await orderOf("at-once@example.com");
    const { id } = await mailTo("at-once@example.com", "failed");
    const again = () => shop.admin.post(`/admin/mails/${id}/resend`, {});
    await until(async () => (await again()).body.message?.includes("try again later"));
    mails.refusals = 0;
    // The next attempt of the server may come first.
    await until(async () => (await again()).status === 200);
    expect(await mailTo("at-once@example.com")).toMatchObject({ state: "sent", error: null });
  });

  it("with a token only while it is valid", async () => {
    const account = { email: "old-token@example.com", password: "x", first_name: "T", last_name: "O" };
    await shop.visitor().post("/store/customers", account);
    await shop.visitor().post("/store/customers/password-token", { email: account.email });
    const { id } = await mailTo(account.email);
    expect((await shop.admin.post(`/admin/mails/${id}/resend`, {})).status).toBe(200);
    await shop.db.run({
      text: "update tradewind.event set occurred_at = now() - interval '1 hour' where name = 'customer.password_reset'",
      values: [],
    });
    const before = received(account.email).length;
    const { status, body } = await shop.admin.post(`/admin/mails/${id}/resend`, {});
    expect(status).toBe(400);
    expect(body.message).toContain("token");
    expect(received(account.email)).toHaveLength(before);
  });

  it("not while another request sends it, and not if there is none", async () => {
    await orderOf("busy@example.com");
    const { id } = await mailTo("busy@example.com");
    await shop.db.run({
      text: "update tradewind.mail set claimed_until = now() + interval '1 minute' where id = $1",
      values: [id],
    });
    expect((await shop.admin.post(`/admin/mails/${id}/resend`, {})).status).toBe(409);
    expect(received("busy@example.com")).toHaveLength(1);
    expect((await shop.admin.post("/admin/mails/mail_none/resend", {})).status).toBe(404);
  });
});

describe("the state of mails", () => {
  it("has sender and server without the login, and what has no link", async () => {
    const { body } = await shop.admin.get("/admin/mails/state");
    expect(body.state).toMatchObject({
      status: "ok",
      providers: ["smtp"],
      sender: "shop@tradewind.example",
      can_test: true,
    });
    expect(body.state.server).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(JSON.stringify(body)).not.toMatch(/secret/);
    const problems = Object.fromEntries(
      body.state.kinds.map(({ kind, problem }: { kind: string; problem: string }) => [kind, problem]),
    );
    expect(problems).toMatchObject({ "order.placed": null, "customer.password_reset": "no_link" });
  });
});

describe("personal data", () => {
  it("has the mails to a customer, and the erasure takes the address out of them", async () => {
    const { customer_id } = await orderOf("erased@example.com");
    const { id } = await mailTo("erased@example.com");
    const exported = await shop.admin.get(`/admin/customers/${customer_id}/personal-data`);
    expect(JSON.stringify(exported.body)).toContain(id);
    const { status } = await shop.admin.post(`/admin/customers/${customer_id}/erase`, { force: true });
    expect(status).toBe(200);
    expect((await listed("q=erased@example.com")).count).toBe(0);
  });
});

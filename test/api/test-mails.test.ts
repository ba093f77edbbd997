import { describe, expect } from "vitest";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { MailServer } from "../support/services/mail-server.ts";

const mails = new MailServer();

const { it, shop } = withShop(
  async () =>
    startShop({ TRADEWIND_SMTP_URL: await mails.start(), TRADEWIND_MAIL_FROM: "shop@tradewind.example" }),
  () => mails.stop(),
);

const send = (body: object) => shop.admin.post("/admin/mails/test", body);
const forgetLimits = () => shop.db.run({ text: "delete from tradewind.rate_limit", values: [] });
const recorded = () => shop.db.run({ text: "select id from tradewind.mail", values: [] });

describe("a test mail", () => {
  it.beforeEach(forgetLimits);

  it("goes to the user who sends it, or to one other address, and is in the list", async () => {
    const { body: session } = await shop.admin.get("/admin/auth");
    const { status, body } = await send({});
    expect(status).toBe(200);
    expect(body.mail).toMatchObject({
      kind: "test",
      state: "sent",
      recipient: session.user.email,
      error: null,
    });
    await send({ to: "office@example.com" });
    const { from, content } = await mails.mailTo("office@example.com");
    expect(from).toBe("shop@tradewind.example");
    expect(content).toContain("This is a test mail");
  });

  it("says why the mail server refused it, and is recorded as failed", async () => {
    mails.refusals = 1;
    const { status, body } = await send({ to: "refused@example.com" });
    expect(status).toBe(200);
    expect(body.mail).toMatchObject({ state: "failed", sent_at: null });
    expect(body.mail.error).toContain("try again later");
    const { body: answer } = await shop.admin.get("/admin/mails/state");
    expect(answer.state).toMatchObject({ status: "failing" });
    expect(answer.state.last_error).toContain("try again later");
    const health = await shop.admin.get("/admin/health");
    expect(health.body.health.mails.state).toBe("failing");
    await send({ to: "works@example.com" });
    expect((await shop.admin.get("/admin/health")).body.health.mails.state).toBe("ok");
  });

  it.each([
    ["several addresses", "a@example.com,b@example.com"],
    ["a list", "a@example.com; b@example.com"],
    ["a name", "Shop <a@example.com>"],
    ["a header", "a@example.com\r\nBcc: b@example.com"],
    ["no address", "office"],
    ["a group", "all:a@example.com"],
  ])("is refused for %s, and nothing is sent", async (_, to) => {
    const before = [mails.received.length, await recorded()];
    const { status, body } = await send({ to });
    expect(status).toBe(400);
    expect(body.message).toContain("to");
    expect([mails.received.length, await recorded()]).toEqual(before);
  });

  it("has a fixed text: a request cannot write another one, and the shop's name is one line", async () => {
    expect((await send({ to: "a@example.com", subject: "Buy", text: "now" })).status).toBe(400);
    await shop.admin.post("/admin/store", { name: "Wind\r\nBcc: victim@example.com" });
    await send({ to: "one-line@example.com" });
    const { to, content } = await mails.mailTo("one-line@example.com");
    expect(to).toEqual(["one-line@example.com"]);
    expect(content).not.toMatch(/^Bcc:/im);
  });

  it("is limited for a user, also when many are sent at once", async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => send({ to: "many@example.com" })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(mails.received.filter(({ to }) => to.includes("many@example.com"))).toHaveLength(5);
  });

  it("is not sent again", async () => {
    const { body } = await send({ to: "once@example.com" });
    const { status } = await shop.admin.post(`/admin/mails/${body.mail.id}/resend`, {});
    expect(status).toBe(400);
  });
});

import { expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { until } from "../support/time/until.ts";

const mails = new MailServer();

const { it, shop } = withShop(
  async () => startShop({ TRADEWIND_SMTP_URL: await mails.start() }),
  () => mails.stop(),
);

let number = 0;

async function userWith(permissions: string[]): Promise<Client> {
  const account = { email: `role${++number}@example.com`, password: "harbour lights 42" };
  const { body: made } = await shop.admin.post("/admin/users", account);
  const { body } = await shop.admin.post("/admin/roles", { name: `Role ${number}`, permissions });
  await shop.admin.post(`/admin/users/${made.user.id}/role`, { role_id: body.role.id });
  const client = shop.visitor();
  await client.post("/admin/auth", account);
  return client;
}

it("a role without mails neither reads nor sends them", async () => {
  const packer = await userWith(["orders:read", "orders:write"]);
  for (const path of ["/admin/mails", "/admin/mails/state"])
    expect((await packer.get(path)).status).toBe(403);
  expect((await packer.post("/admin/mails/test", {})).status).toBe(403);
  const reader = await userWith(["notifications:read"]);
  expect((await reader.get("/admin/mails")).status).toBe(200);
  expect((await reader.post("/admin/mails/test", {})).status).toBe(403);
  expect(mails.received).toEqual([]);
});

it("a mail with a token is not sent again by a role that may not make such tokens", async () => {
  await shop.admin.post("/admin/invites", { user: "invited@example.com", role: "member" });
  const list = async () => (await shop.admin.get("/admin/mails?q=invited@example.com")).body;
  await until(async () => (await list()).count === 1);
  const [mail] = (await list()).mails;
  const clerk = await userWith(["notifications:read", "notifications:write", "orders:write"]);
  const before = mails.received.length;
  expect((await clerk.post(`/admin/mails/${mail.id}/resend`, {})).status).toBe(403);
  // Nor to another address, whatever the request has.
  expect((await shop.admin.post(`/admin/mails/${mail.id}/resend`, { to: "me@example.com" })).status).not.toBe(
    500,
  );
  expect(mails.received.slice(before).flatMap(({ to }) => to)).not.toContain("me@example.com");
  expect((await list()).mails[0]).not.toHaveProperty("data");
});

it("the state of mails and its errors have no login of the mail server", async () => {
  const admin = await userWith(["notifications:read", "notifications:write"]);
  const answers = [
    await admin.get("/admin/mails/state"),
    await admin.get("/admin/mails"),
    await admin.get("/admin/health"),
  ];
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/secret|shop:/);
});

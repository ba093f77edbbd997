import { afterEach, expect, it } from "vitest";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { until } from "../support/time/until.ts";
import { PluginFiles } from "./plugin-files.ts";

/** Wishes of customers: a mail for each, an export, and a number that only the plugin writes. */
const WISHES = `
export default {
  name: "wishes",
  migrations: new URL("./migrations/", import.meta.url),
  fields: { customer: { wishes: { type: "integer", computed: true, storefront: "read" } } },
  events: { "wishes.made": { type: "object", properties: { id: { type: "string" } } } },
  mails: {
    "wishes.made": async ({ id }: any, { shop }: any) => {
      const wish = await shop.db.selectFrom("wish").selectAll().where("id", "=", id).executeTakeFirst();
      if (wish.text === "none") return null;
      return { to: wish.email, subject: "Your wish:\\nBcc: everybody@example.com", text: wish.text };
    },
  },
  async personalData({ customer_ids, emails }: any, { shop }: any) {
    const wishes = await shop.db.selectFrom("wish").selectAll().where("email", "in", emails).execute();
    if (wishes.some(({ text }: any) => text === "broken")) throw new Error("a secret detail");
    return { wish: wishes, people: [{ customer_ids, emails }] };
  },
  register({ routes, shop }: any) {
    routes((app: any) => {
      app.post("/store/wishes", ({ body }: any) =>
        shop.transaction(async (tx: any) => {
          await tx.db.insertInto("wish").values({ id: body.id, email: body.email, text: body.text }).execute();
          await tx.emit("wishes.made", { id: body.id });
          const changes = { path: { id: body.customer }, body: { custom_fields: { wishes: 7 } } };
          if (body.customer) await tx.api.as({ role: "Owner" }).updateAdminCustomer(changes);
          return {};
        }));
    });
  },
};
`;

let files: PluginFiles;
let mails: MailServer;
let shop: StartedShop;

async function start(): Promise<void> {
  files = new PluginFiles({
    "plugin.ts": WISHES,
    "migrations/0001_wish.sql": "create table wish (id text primary key, email text, text text);",
  });
  mails = new MailServer();
  shop = await startShop({
    TRADEWIND_PLUGINS: files.at("plugin.ts"),
    TRADEWIND_JOBS: "1",
    TRADEWIND_SMTP_URL: await mails.start(),
    TRADEWIND_MAIL_FROM: "shop@example.com",
  });
}
afterEach(async () => {
  await shop.close();
  await mails.stop();
  files.remove();
});

const aCustomer = async (email: string): Promise<string> =>
  (
    await shop.admin.post("/admin/customers", {
      email,
      password: "a wish a day",
      first_name: "Ada",
      last_name: "L",
    })
  ).body.customer.id;
const wish = (body: object) => shop.visitor().post("/store/wishes", body);

it("a plugin sends mails for its events, exports what it knows of a person, and computes a field", async () => {
  await start();
  const customer = await aCustomer("ada@example.com");
  await wish({ id: "silent", email: "ada@example.com", text: "none" });
  expect((await wish({ id: "wish_1", email: "ada@example.com", text: "A boat", customer })).status).toBe(200);

  const { content } = await mails.mailTo("ada@example.com");
  expect(content).toContain("Subject: Your wish: Bcc: everybody@example.com\r\n");
  expect(content).toContain("A boat");
  await until(async () => (await shop.admin.get("/admin/mails")).body.count === 1);
  const { body: sent } = await shop.admin.get("/admin/mails");
  expect(sent.mails[0]).toMatchObject({
    kind: "wishes.made",
    recipient: "ada@example.com",
    resource_id: "wish_1",
  });
  expect(mails.received).toHaveLength(1);

  const personal = `/admin/customers/${customer}/personal-data`;
  const { body } = await shop.admin.get(personal);
  expect(body.personal_data["wishes.wish"]).toHaveLength(2);
  expect(body.personal_data["wishes.people"]).toEqual([
    { customer_ids: [customer], emails: ["ada@example.com"] },
  ]);
  await wish({ id: "wish_2", email: "ada@example.com", text: "broken" });
  const failed = await shop.admin.get(personal);
  expect([failed.status, failed.body.message]).toEqual([
    400,
    "The plugin wishes did not return its personal data: it failed",
  ]);

  const read = () => shop.admin.get(`/admin/customers/${customer}?fields=custom_fields`);
  const change = (fields: object) =>
    shop.admin.post(`/admin/customers/${customer}`, { custom_fields: fields });
  expect((await change({ wishes: 8 })).body.message).toBe(
    "custom_fields.wishes is computed by a plugin and cannot be written",
  );
  expect((await change({ other: 8 })).body.message).toBe("property custom_fields should not exist");
  expect((await read()).body.customer.custom_fields).toEqual({ wishes: 7 });
});

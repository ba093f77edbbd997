import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aGroup } from "../support/factories/customers.ts";
import { anOrder } from "../support/factories/orders.ts";
import { usd } from "../support/factories/products.ts";
import { aReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { aWebhook, openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";
import { currentXid, plant, rowCounts, rowsWith } from "./marked-rows.ts";
import { EMAIL, liveALife, MARKER, type Stage } from "./personal-life.ts";

const OTHER = "bystander";
const data = aDataFolder();
let log = "";
let receiver: Receiver;
let customerId: string;
let stage: Stage;

const providers = new ProviderRegistry();
providers.notification.add({
  id: "post",
  events: ["order.placed"],
  send: async () => ({ to: EMAIL, data: { text: `Dear ${MARKER}` } }),
  resend: async (sent) => sent,
});

const { it, shop } = withShop(
  () =>
    startShop(
      {
        TRADEWIND_DATA_DIR: data.folder,
        TRADEWIND_JOBS: "2",
        LOG_LEVEL: "trace",
        TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
      },
      {
        providers,
        logStream: new Writable({
          write(chunk, _encoding, done) {
            log += chunk;
            done();
          },
        }),
      },
    ),
  async () => {
    await receiver.close();
    data.remove();
  },
);

const filesWith = (text: string) =>
  readdirSync(data.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "utf8").toLowerCase().includes(text));

const erase = (id: string, body?: unknown) => shop.admin.post(`/admin/customers/${id}/erase`, body);
const exportOf = async (id: string) =>
  (await shop.admin.get(`/admin/customers/${id}/personal-data`)).body.personal_data as Record<
    string,
    unknown[]
  >;

it.beforeAll(async () => {
  receiver = await openReceiver();
  // The answer repeats the message, so that the log of deliveries has it.
  receiver.react =
    ({ raw }) =>
    (response) =>
      void response.writeHead(200).end(raw);
  await aWebhook(shop.admin, { url: receiver.url, events: ["customer.*", "order.*"] });
  const place = await aReturnPlace(shop);
  const variantId = await aSoldVariant(shop);
  const cards = [{ title: "25", manage_inventory: false, prices: [usd(2500)] }];
  const cardVariantId = await aSoldVariant(shop, { product: { is_giftcard: true, variants: cards } });
  stage = { place, variantId, cardVariantId, groupId: (await aGroup(shop)).id };
  const bystander = { first_name: OTHER, address_1: OTHER, metadata: { wish: OTHER } };
  await anOrder(shop.visitor(), { place, variantId, email: `${OTHER}@example.com`, address: bystander });
  const since = { counts: await rowCounts(shop.db), xid: await currentXid(shop.db) };
  customerId = await liveALife(shop, stage);
  // Deliveries are made from the events a moment later.
  await until(async () => {
    const text = `select from tradewind.event
      where (name like 'customer.%' or name like 'order.%') and occurred_at > (select created_at from tradewind.webhook)
        and id not in (select event_id from tradewind.webhook_delivery where next_try_at is null)`;
    return (await shop.db.run({ text, values: [] })).length === 0;
  });
  await plant(shop.db, MARKER, since);
});

/** Found by other means than the rows of the person, and of no use to them. */
const NOT_EXPORTED = [
  "graphile_worker._private_jobs",
  "tradewind.customer_search",
  "tradewind.draft_order_search",
  "tradewind.idempotency",
  "tradewind.order_search",
  "tradewind.rate_limit",
];
/** A life that leaves nothing in one of these tables would prove nothing about it. */
const LIVED = [
  "address",
  "cart",
  "claim_image",
  "claim_item",
  "claim_order",
  "customer",
  "draft_order",
  "fulfillment",
  "gift_card",
  "graphile_worker._private_jobs",
  "line_item",
  "line_item_tax_line",
  "note",
  "notification",
  "order",
  "order_edit",
  "payment",
  "payment_collection",
  "payment_session",
  "refund",
  "return",
  "return_item",
  "shipping_method",
  "shipping_method_tax_line",
  "swap",
  "tracking_link",
  "tradewind.audit_entry",
  "tradewind.customer_search",
  "tradewind.draft_order_search",
  "tradewind.event",
  "tradewind.idempotency",
  "tradewind.order_paper",
  "tradewind.order_search",
  "tradewind.payment_operation",
  "tradewind.saved_view",
  "tradewind.webhook_delivery",
];
/** The names that logs have in the export. */
const NAMES: Record<string, string> = {
  "tradewind.event": "events",
  "tradewind.webhook_delivery": "webhook_deliveries",
  "tradewind.audit_entry": "audit_log",
};

describe("the personal data of a customer", () => {
  it("is in the export, from every table that has it, without secrets", async () => {
    const exported = await exportOf(customerId);
    const stored = Object.keys(await rowsWith(shop.db, MARKER));
    expect(LIVED.filter((table) => !stored.includes(table))).toEqual([]);
    const missing = stored
      .filter((table) => !NOT_EXPORTED.includes(table))
      .map((table) => NAMES[table] ?? table.replace("tradewind.", ""))
      .filter((name) => !JSON.stringify(exported[name] ?? []).includes(MARKER));
    expect(missing).toEqual(["payment_session"]);
    const text = JSON.stringify(exported);
    expect(text).not.toContain(OTHER);
    expect(text).not.toContain("password_hash");
    expect(text).not.toContain("token_hash");
  });

  it("is not erased while something is open, which is named", async () => {
    const before = await rowsWith(shop.db, MARKER);
    const { status, body } = await erase(customerId);
    expect([status, body.type]).toEqual([400, "not_allowed"]);
    expect(body.message).toMatch(/^The data is still needed: order \d+ is not shipped, /);
    for (const open of [/return ret_\w+ is requested/, /swap \w+ is not shipped/, /claim \w+ is not shipped/])
      expect(body.message).toMatch(open);
    expect(body.message).toMatch(/order edit \w+ is open, draft order \d+ is open/);
    expect(body.message).toMatch(/send force: true\.$/);
    expect(Object.keys(await rowsWith(shop.db, MARKER))).toEqual(Object.keys(before));
  });

  it("is nowhere after the erasure: not in a table, a file or the log", async () => {
    const [money] = await shop.db.run({
      text: `select (select sum(amount) from payment) as paid, (select sum(amount) from refund) as refunded,
        (select sum(unit_price * quantity) from line_item) as sold, (select count(*) from "order") as orders`,
      values: [],
    });
    expect(filesWith(MARKER).length).toBe(2);
    const { status, body } = await erase(customerId, { force: true });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.erasure).toMatchObject({ orders: 2, files: 2 });
    expect(body.erasure.customers).toContain(customerId);
    expect(body.erasure.customers).toHaveLength(2);

    expect(await rowsWith(shop.db, MARKER)).toEqual({});
    expect(filesWith(MARKER)).toEqual([]);
    expect(log.toLowerCase()).not.toContain(MARKER);
    expect(JSON.stringify(await exportOf(customerId)).toLowerCase()).not.toContain(MARKER);
    const [after] = await shop.db.run({
      text: `select (select sum(amount) from payment) as paid, (select sum(amount) from refund) as refunded,
        (select sum(unit_price * quantity) from line_item) as sold, (select count(*) from "order") as orders`,
      values: [],
    });
    expect(after).toEqual(money);
  });

  it("is not in answers of caches, and the account is closed", async () => {
    const { body } = await shop.admin.get("/admin/orders?expand=customer,shipping_address");
    expect(JSON.stringify(body)).not.toContain(MARKER);
    expect((await shop.admin.get(`/admin/orders?q=${MARKER}`)).body.count).toBe(0);
    expect((await shop.admin.get(`/admin/customers/${customerId}`)).body.customer).toMatchObject({
      email: `erased-${customerId.toLowerCase()}@erased.invalid`,
      has_account: false,
      first_name: null,
    });
    const login = await shop.visitor().post("/store/auth", { email: EMAIL, password: "analytical" });
    expect(login.status).toBe(401);
  });

  it("of others is as it was", async () => {
    const [order] = (await shop.admin.get(`/admin/orders?q=${OTHER}&expand=shipping_address`)).body.orders;
    expect(order).toMatchObject({
      email: `${OTHER}@example.com`,
      shipping_address: { first_name: OTHER, metadata: { wish: OTHER } },
    });
  });

  it("can be erased again without an effect, and the erasure is in the audit log and the events", async () => {
    expect((await erase(customerId, { force: true })).body.erasure.files).toBe(0);
    const { body } = await shop.admin.get(`/admin/audit-log?path=/admin/customers/${customerId}/erase`);
    expect(body.entries.length).toBeGreaterThan(0);
    expect(body.entries[0]).toMatchObject({ user_id: shop.adminId, body: { force: true } });
    const { events } = (await shop.admin.get("/admin/events?name=customer.erased")).body;
    expect(events[0].data).toEqual({ id: expect.stringMatching(/^cus_/) });
  });
});

describe("erasures", () => {
  it("of an account and of the guest with the same email at the same time are one after the other", async () => {
    const email = "twice@example.com";
    const { place, variantId } = stage;
    const guest = await anOrder(shop.visitor(), { place, variantId, email });
    const browser = shop.visitor();
    const person = { email, password: "analytical", first_name: "Twice", last_name: "Twice" };
    const { id } = (await browser.post("/store/customers", person)).body.customer;
    const answers = await Promise.all(
      [id, guest.customer_id, id].map((each) => erase(each, { force: true })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rowsWith(shop.db, "twice@")).toEqual({});
    expect((await browser.get("/store/customers/me")).status).toBe(401);
  });

  it("leave the data of a person whose email the customer had before", async () => {
    const [old, now] = ["handed-on@example.com", "moved-on@example.com"];
    const browser = shop.visitor();
    const person = { password: "analytical", first_name: "First", last_name: "First" };
    const { id } = (await browser.post("/store/customers", { ...person, email: old })).body.customer;
    expect((await browser.post("/store/customers/me", { email: now })).status).toBe(200);
    const next = await shop
      .visitor()
      .post("/store/customers", { ...person, email: old, first_name: "Second" });
    expect(next.status).toBe(200);
    expect((await erase(id)).status).toBe(200);
    expect(await rowsWith(shop.db, now)).toEqual({});
    const { body } = await shop.admin.get(`/admin/customers/${next.body.customer.id}`);
    expect(body.customer).toMatchObject({ email: old, first_name: "Second", has_account: true });
  });
});

describe("an erasure is refused", () => {
  it("for an unknown customer, a wrong body and without a login", async () => {
    expect((await erase("cus_unknown")).status).toBe(404);
    expect((await shop.admin.get("/admin/customers/cus_unknown/personal-data")).status).toBe(404);
    const wrong = await erase(customerId, { force: "yes" });
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining("force")]);
    expect((await shop.visitor().post(`/admin/customers/${customerId}/erase`)).status).toBe(401);
    expect((await shop.visitor().get(`/admin/customers/${customerId}/personal-data`)).status).toBe(401);
  });
});

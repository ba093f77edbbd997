import { describe, expect } from "vitest";
import {
  deletedTables,
  followingTables,
  emptiedTables as truncatedTables,
} from "../../src/demo/discard/emptied-tables.ts";
import { loadDemoInto } from "../support/fixtures/demo.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

/** What the server is, and not what it sells: users, rights, machines, logs and the rows that every shop begins with. */
const KEPT = new Set(
  `analytics_config batch_job country currency fulfillment_provider invite notification_provider oauth payment_provider
  publishable_api_key publishable_api_key_sales_channel region sales_channel shipping_profile staged_job store store_currencies
  tax_provider user tradewind.audit_entry tradewind.batch_run tradewind.catalogue_change tradewind.change_log
  tradewind.change_log_run tradewind.custom_field
  tradewind.custom_field_version tradewind.event_cursor tradewind.first_password tradewind.idempotency
  tradewind.invite_role tradewind.job_worker tradewind.low_stock_cursor tradewind.media tradewind.migration
  tradewind.notice_reader tradewind.oauth_token tradewind.paper_number tradewind.plugin_field tradewind.product_change
  tradewind.product_list_segment tradewind.rate_limit tradewind.reference_data_change tradewind.role tradewind.saved_view
  tradewind.segment_cursor tradewind.session tradewind.setting tradewind.shop_details tradewind.stored_answer tradewind.user_role
  tradewind.webhook tradewind.webhook_secret`.split(/\s+/),
);

const emptiedTables = [...truncatedTables, ...followingTables, ...deletedTables];

const rows = <Row>(text: string): Promise<Row[]> => shop.db.run({ text, values: [] }) as never;
const discard = (body: unknown) => shop.admin.post("/admin/demo-shop/discard", body);
const demoShop = async () => (await shop.admin.get("/admin/demo-shop")).body.demo_shop;
const counts = async () =>
  (
    await Promise.all(
      emptiedTables.map((name) =>
        rows<{ name: string; rows: number }>(
          `select '${name}' as name, count(*)::integer as rows from ${name}`,
        ),
      ),
    )
  )
    .flat()
    .filter(({ rows: found }) => found > 0)
    .map(({ name }) => name);

it("every table is either emptied with the demo shop, or kept", async () => {
  const found = await rows<{
    name: string;
  }>(`select case schemaname when 'public' then '' else 'tradewind.' end
    || tablename as name from pg_tables where schemaname in ('public', 'tradewind')`);
  const emptied = new Set(emptiedTables.map((name) => name.replaceAll('"', "").replace(/^public\./, "")));
  expect(
    found.map(({ name }) => name).filter((name) => emptied.has(name) === KEPT.has(name)),
    "in neither or in both",
  ).toEqual([]);
  expect(found.length).toBe(emptied.size + KEPT.size);
});

it("a shop that is no demo has nothing to throw away", async () => {
  expect(await demoShop()).toMatchObject({ is_demo: false });
  const refused = await discard({ name: "Tradewind Store" });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("This is not the demo shop");
});

describe("the demo shop", () => {
  it.beforeAll(async () => {
    await loadDemoInto(shop);
  });

  it("is not thrown away for another name, without the name, or by someone who may not erase people", async () => {
    const before = await counts();
    for (const [body, message] of [
      [{ name: "Another shop" }, "name: this is not the name of the shop"],
      [{}, "name"],
      [{ name: 7 }, "name"],
    ] as const) {
      const refused = await discard(body);
      expect(refused.status).toBe(400);
      expect(refused.body.message).toContain(message);
    }
    expect((await shop.visitor().post("/admin/demo-shop/discard", {})).status).toBe(401);
    expect(await counts()).toEqual(before);
    expect(before).toContain("product");
  });

  it("is not thrown away while its orders are still being made", async () => {
    const client = await shop.db.pool.connect();
    await client.query("select pg_advisory_lock(hashtext('tradewind demo shop'))");
    const refused = await discard({ name: "Tradewind Outfitters" });
    await client.query("select pg_advisory_unlock(hashtext('tradewind demo shop'))");
    client.release();
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("still being loaded");
    expect(await counts()).toContain("product");
  });

  it("with payments of a payment service is thrown away only on purpose", async () => {
    await rows(`insert into payment (id, amount, currency_code, provider_id, data)
      values ('pay_real', 100, 'usd', 'stripe', '{}'), ('pay_hand', 100, 'usd', 'manual', '{}'),
        ('pay_draft', 100, 'usd', 'system', '{}')`);
    expect(await demoShop()).toMatchObject({ is_demo: true, service_payments: 1 });
    const refused = await discard({ name: "Tradewind Outfitters" });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("force");
    expect(await counts()).toContain("payment");
  });

  it("with a table of another program that points to it is not thrown away", async () => {
    await rows("create table review (product_id varchar references product (id))");
    const refused = await discard({ name: "Tradewind Outfitters", force: true });
    await rows("drop table review");
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("The table review of another program");
    expect(await counts()).toContain("product");
  });

  it("is thrown away: an empty shop with the same users, keys and mails stays, and sells again", async () => {
    const made = await shop.admin.post("/admin/publishable-api-keys", { title: "Web" });
    expect((await shop.visitor().get("/store/products?limit=1")).body.count).toBe(40);
    const before = await demoShop();
    expect(before).toMatchObject({
      is_demo: true,
      name: "Tradewind Outfitters",
      products: 40,
      customers: 12,
    });

    const [first, second] = await Promise.all([
      discard({ name: " tradewind outfitters", force: true }),
      discard({ name: "Tradewind Outfitters", force: true }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);

    expect(await counts()).toEqual(["tradewind.event"]);
    expect((await shop.visitor().get("/store/products?limit=1")).body.count).toBe(0);
    expect((await shop.visitor().get("/store/regions")).body.regions).toEqual([]);
    expect((await shop.admin.get("/admin/orders")).body.count).toBe(0);
    const { store } = (await shop.admin.get("/admin/store")).body;
    expect(store.name).toBe("Tradewind Store");
    expect(store.currencies.map(({ code }: { code: string }) => code)).toEqual(["usd"]);
    expect((await shop.admin.get("/admin/sales-channels")).body.count).toBe(1);
    expect((await shop.admin.get("/admin/shipping-profiles")).body.shipping_profiles).toHaveLength(2);
    expect(
      (await shop.admin.get(`/admin/publishable-api-keys/${made.body.publishable_api_key.id}`)).status,
    ).toBe(200);
    const { steps, has_demo, is_hidden } = (await shop.admin.get("/admin/first-run")).body.first_run;
    expect({ has_demo, is_hidden }).toEqual({ has_demo: false, is_hidden: false });
    expect(steps.filter(({ is_done }: { is_done: boolean }) => is_done)).toEqual([]);

    expect(await demoShop()).toMatchObject({ is_demo: false });
    const region = await shop.admin.post("/admin/regions", {
      name: "North",
      currency_code: "usd",
      tax_rate: 0,
      countries: ["dk"],
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
    });
    expect(region.status).toBe(200);
    const product = await shop.admin.post("/admin/products", { title: "First", status: "published" });
    expect(product.status).toBe(200);
    expect((await shop.visitor().get("/store/products?limit=1")).body.count).toBe(1);
    const [event] = await rows<{ name: string }>(
      "select name from tradewind.event where name = 'demo-shop.discarded'",
    );
    expect(event).toBeDefined();
  });

  it("does not come back by itself", async () => {
    expect(await loadDemoInto(shop)).toBeNull();
    expect(await demoShop()).toMatchObject({ is_demo: false });
  });
});

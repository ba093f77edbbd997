import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { examine } from "../../src/adopt/examine/examine.ts";
import { installedProviders } from "../../src/adopt/examine/installed-providers.ts";
import type { Finding } from "../../src/adopt/finding.ts";
import { readTarget } from "../../src/adopt/target-catalogue.ts";
import { configFrom } from "../../src/config.ts";
import { loadProviders } from "../../src/providers/load-providers.ts";
import type { TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { copyOf, LAST_OF_V1, v1Database } from "../support/v1/database.ts";

let template: TestDatabase;
let database: TestDatabase;

beforeAll(async () => {
  template = await v1Database();
});
afterAll(() => template.drop());
beforeEach(async () => {
  database = await copyOf(template);
});
afterEach(() => database.drop());

/** What is reported about a database of v1 after these statements. */
async function reported(statements: string, environment: Record<string, string> = {}) {
  await queryRows(database.url, statements);
  return examined(database.url, { environment });
}

interface Examiner {
  environment?: Record<string, string>;
  role?: string;
}

async function examined(url: string, { environment = {}, role }: Examiner = {}): Promise<Finding[]> {
  const config = configFrom(environment);
  const installed = installedProviders(await loadProviders(config), config);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (role) await client.query(`set role ${role}`);
    return await examine(client, { config, environment, installed, target: await readTarget() });
  } finally {
    await client.end();
  }
}

const codesOf = (findings: readonly Finding[]) => findings.map(({ severity, code }) => `${severity} ${code}`);
const found = (findings: readonly Finding[], code: string) => findings.filter((each) => each.code === code);

/** Everything that can be read of a database: its rows and its schema. */
const contentOf = (url: string) =>
  queryRows(
    url,
    `select relname, relnatts, reltriggers, xpath('/table/row', query_to_xml(format('select * from public.%I', relname),
      true, false, ''))::text from (select relname, relnatts, relhastriggers as reltriggers from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r') tables order by 1`,
  );

const REGION = "insert into region (id, name, currency_code, tax_rate) values ('reg_eu', 'EU', 'eur', 0)";
const CUSTOMER = "insert into customer (id, email) values ('cus_1', 'anna@shop.example')";

describe("a database of v1 without anything special", () => {
  it("may be adopted, and stays as it is", async () => {
    const before = await contentOf(database.url);
    const findings = await examined(database.url);
    expect(codesOf(findings)).toEqual([
      "note v1_version",
      "note secret_not_set",
      "note feature_flags",
      "note modules",
    ]);
    expect(await contentOf(database.url)).toEqual(before);
  });
});

describe("a database of an older v1", () => {
  it("names its release and the one to upgrade to, and nothing that depends on the newer one", async () => {
    const findings = await reported(
      `update migrations set name = 'dropMoneyAmountConstraintsForPricingModule1692953518123' where name = '${LAST_OF_V1}'`,
    );
    expect(codesOf(findings)).toEqual(["stop v1_too_old", "note secret_not_set"]);
    expect(findings[0]).toMatchObject({
      message: expect.stringMatching(
        /^This is a database of v1 1\.16 or 1\.17\. Upgrade v1 to 1\.20\.11 first/,
      ),
      details: { releases: "1.16 or 1.17", upgradeTo: "1.20.11" },
    });
  });
});

describe("modules and flags", () => {
  it("are named where they are missing", async () => {
    const findings = await reported(`drop table analytics_config;
      alter table region drop column includes_tax; drop table reservation_item, inventory_level, inventory_item;
      drop table stock_location, stock_location_address`);
    expect(found(findings, "feature_flags")[0]?.details).toEqual({
      on: ["sales_channels"],
      off: ["tax_inclusive_pricing", "analytics"],
    });
    expect(found(findings, "modules")[0]?.details).toEqual({ inventory: false, stockLocation: false });
  });

  it("that put data elsewhere stop", async () => {
    const findings = await reported(`alter table line_item add column product_id text;
      create table price_set (id text); insert into price_set values ('pset_1')`);
    expect(codesOf(findings)).toContain("stop v2_flag");
    expect(codesOf(findings)).toContain("stop pricing_module");
  });
});

describe("what plugins have added", () => {
  it("is named, and stops where Tradewind could not write", async () => {
    const findings = await reported(`create table wishlist (id text primary key);
      alter table product add column wish_count int not null default 0;
      alter table customer add column loyalty_id text not null;
      alter table customer add column number int generated always as identity;
      create function ring() returns trigger language plpgsql as 'begin return new; end';
      create trigger ring after insert on "order" for each row execute function ring();
      create unique index one_title on product (title);
      create view titles as select title from product;
      create table other (id text); create index idx_order_newest on other (id)`);
    const messages = (code: string) => found(findings, code).map(({ message }) => message);
    expect(messages("plugin_tables")).toEqual([
      "2 tables of plugins stay, unused by Tradewind: other, wishlist.",
    ]);
    expect(messages("plugin_columns")[0]).toContain("customer.number, product.wish_count");
    expect(messages("plugin_column_required")).toEqual([
      'The column customer.loyalty_id of a plugin must have a value and has no default, so Tradewind could write no row. Run: ALTER TABLE public."customer" ALTER COLUMN "loyalty_id" DROP NOT NULL',
    ]);
    expect(messages("triggers")[0]).toContain("trigger ring on order");
    expect(messages("added_rules")[0]).toContain("unique one_title on product");
    expect(messages("views")[0]).toContain("view titles on product");
    expect(messages("name_taken")).toEqual([
      "The name idx_order_newest is needed for an index, and belongs to other. Rename it.",
    ]);
  });

  it("is found in the types and values of columns", async () => {
    const findings = await reported(`alter table product alter column subtitle type varchar(20);
      alter table product alter column description set not null;
      alter table "order" alter column email drop not null;
      alter type order_status_enum add value 'on_hold'`);
    expect(found(findings, "column_type")[0]?.details).toMatchObject({ column: "product.subtitle" });
    expect(found(findings, "column_required")[0]?.details).toEqual({ column: "product.description" });
    expect(codesOf(findings)).toContain("note column_optional");
    expect(codesOf(findings)).toContain("note enum_value_unknown");
    await queryRows(
      database.url,
      `${REGION}; ${CUSTOMER}; insert into "order" (id, status, customer_id, region_id, currency_code)
        values ('order_1', 'on_hold', 'cus_1', 'reg_eu', 'eur')`,
    );
    const again = await examined(database.url);
    expect(found(again, "enum_value_unknown")[0]).toMatchObject({
      severity: "stop",
      details: { used: [{ column: "order.status", rows: 1 }] },
    });
    expect(found(again, "column_empty")[0]?.details).toEqual({ column: "order.email", rows: 1 });
  });
});

describe("constraints that were dropped", () => {
  it("stop where rows would break them", async () => {
    const findings = await reported(`${CUSTOMER};
      alter table discount drop constraint fk_discount_rule_id;
      insert into discount (id, code, is_dynamic, is_disabled, rule_id) values ('disc_1', 'A', false, false, 'gone');
      drop index uq_customer_billing_address_id;
      insert into address (id) values ('addr_1');
      update customer set billing_address_id = 'addr_1';
      insert into customer (id, email, billing_address_id) values ('cus_2', 'b@shop.example', 'addr_1')`);
    expect(found(findings, "orphans").map(({ details }) => details)).toEqual([
      { table: "discount", column: "rule_id", refersTo: "public.discount_rule", rows: 1 },
    ]);
    expect(found(findings, "duplicates").map(({ details }) => details)).toEqual([
      { table: "customer", columns: "billing_address_id", values: 1 },
    ]);
  });
});

describe("providers that Tradewind does not have", () => {
  const SHOP = `${REGION}; ${CUSTOMER};
    insert into payment_provider (id) values ('stripe'), ('stripe-ideal'), ('old'), ('paypal');
    update payment_provider set is_installed = false where id in ('old', 'paypal');
    insert into fulfillment_provider (id) values ('webshipper');
    insert into tax_provider (id) values ('avatax');
    insert into notification_provider (id) values ('sendgrid');
    update region set tax_provider_id = 'avatax';
    insert into region_payment_providers (region_id, provider_id) values ('reg_eu', 'stripe');
    insert into shipping_option (id, name, region_id, profile_id, provider_id, price_type, amount, data)
      select 'so_1', 'DHL', 'reg_eu', id, 'webshipper', 'flat_rate', 500, '{}' from shipping_profile where type = 'default';
    insert into "order" (id, customer_id, email, region_id, currency_code)
      select 'order_' || n, 'cus_1', 'anna@shop.example', 'reg_eu', 'eur' from generate_series(1, 4) n;
    update "order" set canceled_at = now() where id = 'order_4';
    insert into shipping_method (id, shipping_option_id, order_id, price, data)
      select 'sm_' || n, 'so_1', 'order_' || n, 500, '{}' from generate_series(1, 4) n;
    insert into payment (id, order_id, amount, currency_code, provider_id, data, captured_at)
      select 'pay_' || n, 'order_' || n, 1000 * n, 'eur', 'stripe', '{}', case n when 3 then now() end
      from generate_series(1, 4) n;
    insert into payment (id, order_id, amount, amount_refunded, currency_code, provider_id, data, captured_at)
      values ('pay_5', 'order_1', 1000, 600, 'eur', 'paypal', '{}', now()),
        ('pay_6', 'order_2', 500, 0, 'eur', 'manual', '{}', now()), ('pay_7', 'order_4', 500, 0, 'eur', 'paypal', '{}', now())`;

  it("are named with the open orders and the money that depend on them", async () => {
    const findings = await reported(SHOP);
    const missing = found(findings, "provider_missing");
    expect(missing.map(({ details }) => details)).toEqual([
      {
        kind: "payment",
        provider: "paypal",
        uses: 0,
        openOrders: 0,
        money: {},
        refundableOrders: 1,
        refundable: { eur: 400 },
      },
      {
        kind: "payment",
        provider: "stripe",
        uses: 1,
        openOrders: 2,
        money: { eur: 3000 },
        refundableOrders: 1,
        refundable: { eur: 3000 },
      },
      { kind: "fulfillment", provider: "webshipper", uses: 1, openOrders: 3, money: { eur: 6900 } },
      { kind: "tax", provider: "avatax", uses: 1 },
    ]);
    expect(missing[0]?.message).toContain("1 captured order that can be refunded (EUR 4.00). Write a plugin");
    expect(missing[1]?.message).toBe(
      "The payment provider stripe is not installed in Tradewind: 2 open orders to be captured (EUR 30.00), " +
        "1 captured order that can be refunded (EUR 30.00), 1 region offers it. " +
        "Set STRIPE_API_KEY and STRIPE_WEBHOOK_SECRET, as in docs/guides/paying-with-stripe.md.",
    );
    const unused = found(findings, "provider_unused").map(({ details }) => details?.["provider"]);
    expect(unused).toEqual(["stripe-ideal", "sendgrid"]);
  });

  it("are not named once they are installed", async () => {
    const findings = await reported(SHOP, { STRIPE_API_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" });
    const providers = found(findings, "provider_missing").map(({ details }) => details?.["provider"]);
    expect(providers).toEqual(["paypal", "webshipper", "avatax"]);
    expect(found(findings, "provider_unused")).toHaveLength(1);
  });

  it("are replaced by SMTP if that is set", async () => {
    const sent = `${SHOP}; insert into notification (id, resource_type, resource_id, provider_id, "to", data) values ('noti_1', 'order', 'order_1', 'sendgrid', 'a@b.example', '{}')`;
    const mails = (findings: Finding[]) =>
      findings.filter(({ details }) => details?.["provider"] === "sendgrid");
    expect(mails(await reported(sent))).toMatchObject([
      { code: "provider_missing", message: expect.stringContaining("Set TRADEWIND_SMTP_URL") },
    ]);
    const smtp = { TRADEWIND_SMTP_URL: "smtp://localhost", TRADEWIND_MAIL_FROM: "shop@shop.example" };
    expect(mails(await reported("select 1", smtp))).toMatchObject([
      {
        severity: "note",
        code: "provider_replaced",
        message:
          "The mails of sendgrid (1 message in 30 days) are sent by TRADEWIND_SMTP_URL, in plain text. Its templates are not used.",
      },
    ]);
  });
});

describe("rows that a person should know about", () => {
  it("are counted", async () => {
    const findings = await reported(`${REGION}; ${CUSTOMER};
      update customer set has_account = true;
      insert into customer (id, email, has_account) values ('cus_2', 'Anna@shop.example', true);
      insert into "user" (id, email, api_token) values ('usr_1', 'a@shop.example', 'same'), ('usr_2', 'b@shop.example', 'same');
      insert into cart (id, region_id, updated_at) values ('cart_1', 'reg_eu', now() - interval '91 days'),
        ('cart_2', 'reg_eu', now());
      insert into invite (id, user_email, token, expires_at) values ('inv_1', 'c@shop.example', 't', now() + interval '1 day');
      insert into batch_job (id, type) values ('batch_1', 'product-import');
      insert into staged_job (id, event_name, data) values ('job_1', 'order.placed', '{}');
      insert into gift_card (id, code, value, balance, region_id) values ('gift_1', 'G', 100, 200, 'reg_eu');
      insert into product (id, title, handle, metadata) values ('prod_1', 'Cup', 'cup', '1.5');
      insert into product_variant (id, title, product_id, inventory_quantity) values ('variant_1', 'S', 'prod_1', -2);
      insert into discount_rule (id, type, value) values ('rule_1', 'percentage', 120);
      insert into image (id, url) values ('img_1', 'http://localhost:9000/uploads/a.png'), ('img_2', 'https://cdn.example/b.png')`);
    const counts = Object.fromEntries(
      findings.flatMap(({ code, details }) => (details?.["rows"] ? [[code, details["rows"]]] : [])),
    );
    expect(counts).toEqual({
      carts_expire: 1,
      customer_emails: 1,
      pending_invites: 1,
      batch_jobs: 1,
      staged_jobs: 1,
      negative_stock: 1,
      discount_rules: 1,
      gift_card_balances: 1,
      api_tokens: 1,
      metadata_of_product: 1,
    });
    expect(found(findings, "provider_missing")).toEqual([]);
    expect(found(findings, "pictures_of_v1")[0]?.details).toEqual({ pictures: 1 });
    expect(codesOf(findings).filter((code) => code.startsWith("stop"))).toEqual([]);
  });
});

describe("rights that are missing", () => {
  it("are named with the role that has them", async () => {
    const role = `reader_${Date.now()}`;
    const [owner] = await queryRows<{ name: string }>(database.url, "select current_user as name");
    await queryRows(
      database.url,
      `create role ${role}; grant usage on schema public to ${role};
        grant select on all tables in schema public to ${role}; revoke select on invite from ${role}`,
    );
    try {
      const findings = await examined(database.url, { role });
      expect(found(findings, "not_owner")[0]?.details).toEqual({ owner: owner?.name });
      expect(found(findings, "rights_missing")[0]?.message).toContain(`TO "${role}"`);
      expect(found(findings, "not_counted")[0]?.details).toEqual({
        subjects: ["pending_invites"],
      });
    } finally {
      await queryRows(database.url, `drop owned by ${role}; drop role ${role}`);
    }
  });
});

describe("secrets", () => {
  it("that are too short stop, and are never shown", async () => {
    const environment = { TRADEWIND_JWT_SECRET: "supersecret", COOKIE_SECRET: "verysecret" };
    const findings = await examined(database.url, { environment });
    expect(codesOf(findings)).toContain("stop secret_too_short");
    expect(codesOf(findings)).toContain("warning v1_secret_too_short");
    expect(JSON.stringify(findings)).not.toMatch(/supersecret|verysecret/);
  });
});

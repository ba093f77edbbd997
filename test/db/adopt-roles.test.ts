import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adoptDatabase } from "../../src/adopt/adopt-database.ts";
import { undoAdoption } from "../../src/adopt/undo-adoption.ts";
import type { TestDatabase } from "../support/postgres/fresh-database.ts";
import { type OtherRole, otherRole } from "../support/postgres/other-role.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { copyOf, v1Database } from "../support/v1/database.ts";
import { asNamedByV1 } from "../support/v1/names.ts";

let template: TestDatabase;
let database: TestDatabase;
let erp: OtherRole;

beforeAll(async () => {
  template = await v1Database();
  await queryRows(template.url, asNamedByV1);
});
afterAll(() => template.drop());
beforeEach(async () => {
  database = await copyOf(template);
  erp = await otherRole(database.url);
  await on(`grant select, insert, update, delete on all tables in schema public to ${erp.name};
    grant usage on all sequences in schema public to ${erp.name}`);
});
afterEach(async () => {
  await erp.drop();
  await database.drop();
});

const on = (text: string) => queryRows<Record<string, unknown>>(database.url, text);

async function withClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const adopt = () => withClient((client) => adoptDatabase(client, () => {}));

/** Rows of everything that a shop sells with, each changed once, as v1 or a system for bookkeeping writes them. */
const CREATED = `
  insert into region (id, name, currency_code, tax_rate) values ('reg_1', 'EU', 'eur', 0);
  insert into customer (id, email, first_name) values ('cus_1', 'anna@shop.example', 'Anna');
  insert into address (id, first_name, country_code) values ('addr_1', 'Anna', 'de');
  insert into product (id, title, handle, status) values ('prod_1', 'Mug', 'mug', 'published');
  insert into product_tag (id, value) values ('ptag_1', 'kitchen');
  insert into product_tags (product_id, product_tag_id) values ('prod_1', 'ptag_1');
  insert into image (id, url) values ('img_1', 'https://shop.example/mug.jpg');
  insert into product_images (product_id, image_id) values ('prod_1', 'img_1');
  insert into product_variant (id, title, product_id, inventory_quantity) values ('variant_1', 'Blue', 'prod_1', 5);
  insert into money_amount (id, currency_code, amount) values ('ma_1', 'eur', 1000);
  insert into product_variant_money_amount (id, money_amount_id, variant_id) values ('pvma_1', 'ma_1', 'variant_1');
  insert into sales_channel (id, name) values ('sc_1', 'Web');
  insert into product_sales_channel (product_id, sales_channel_id) values ('prod_1', 'sc_1');
  insert into gift_card (id, code, value, balance, region_id) values ('gift_1', 'GIFT', 1000, 1000, 'reg_1');
  insert into cart (id, region_id, customer_id, shipping_address_id) values ('cart_1', 'reg_1', 'cus_1', 'addr_1');
  insert into line_item (id, cart_id, title, unit_price, quantity) values ('item_1', 'cart_1', 'Mug', 1000, 1);
  insert into line_item_adjustment (id, item_id, description, amount) values ('lia_1', 'item_1', 'discount', 10);
  insert into line_item_tax_line (id, item_id, rate, name) values ('litl_1', 'item_1', 19, 'VAT');
  insert into payment_session (id, cart_id, provider_id, status, data) values ('ps_1', 'cart_1', 'manual', 'pending', '{}');
  insert into "order" (id, cart_id, customer_id, email, region_id, currency_code, shipping_address_id)
    values ('order_1', 'cart_1', 'cus_1', 'anna@shop.example', 'reg_1', 'eur', 'addr_1');
  insert into payment (id, order_id, amount, currency_code, provider_id, data) values ('pay_1', 'order_1', 1000, 'eur', 'manual', '{}');
  insert into refund (id, order_id, amount, reason) values ('ref_1', 'order_1', 100, 'other')`;
const CHANGED = `
  update line_item set order_id = 'order_1', quantity = 2;
  update cart set completed_at = now();
  update product_variant set inventory_quantity = 4;
  update money_amount set amount = 900;
  update product set title = 'Large mug', deleted_at = null;
  update product_tag set value = 'table';
  update customer set first_name = 'Anne';
  update address set first_name = 'Anne', country_code = 'at';
  update region set tax_rate = 20;
  update gift_card set tax_rate = 20;
  update "order" set email = 'anne@shop.example', payment_status = 'captured'`;
const DELETED = `
  delete from refund; delete from payment; delete from line_item_tax_line; delete from line_item_adjustment;
  delete from line_item; delete from payment_session; delete from product_sales_channel; delete from product_images;
  delete from product_tags; delete from product_variant_money_amount; delete from money_amount;
  delete from product_variant; delete from product; delete from gift_card`;

describe("a role that has grants on the tables of v1 and does not own them", () => {
  it("writes carts, orders, products, stock, prices and customers after the adoption, and the caches learn of it", async () => {
    await adopt();
    await erp.run(CREATED);
    const before = Number((await on("select count(*) from tradewind.change_log"))[0]!["count"]);
    await erp.run(CHANGED);
    expect(await on("select words from tradewind.order_search")).toEqual([
      { words: expect.stringContaining("anne@shop.example\nAnne\nAnne") },
    ]);
    expect(await on("select document @@ 'large' as found from tradewind.product_search")).toEqual([
      { found: true },
    ]);
    expect(Number((await on("select count(*) from tradewind.change_log"))[0]!["count"])).toBeGreaterThan(
      before,
    );
    await erp.run(DELETED);
  });

  it("has no right on what belongs to Tradewind alone", async () => {
    await adopt();
    await expect(erp.run("select from tradewind.migration")).rejects.toThrow(
      "permission denied for schema tradewind",
    );
    await expect(
      erp.run(`create temp table mine (id text);
        create trigger mine after delete on mine for each row execute function tradewind.forget_cart()`),
    ).rejects.toThrow("permission denied for schema tradewind");
  });

  it("writes as before when the adoption is undone, and nothing is left of it", async () => {
    const functions =
      "select proname, proacl from pg_proc where pronamespace = 'public'::regnamespace order by 1";
    const identities =
      "select relname, relreplident from pg_class where relnamespace = 'public'::regnamespace order by 1";
    const before = [await on(functions), await on(identities)];
    await adopt();
    await withClient((client) => undoAdoption(client, { report: () => {}, accept: async () => {} }));
    await erp.run(CREATED);
    await erp.run(CHANGED);
    expect([await on(functions), await on(identities)]).toEqual(before);
  });
});

describe("triggers that a shop has added", () => {
  it("find their tables when a trigger of Tradewind updates a cart", async () => {
    await on(`create table cart_watch (cart_id text);
      create function watch_cart() returns trigger language plpgsql as
        'begin insert into cart_watch values (new.id); return null; end';
      create trigger watch after update on cart for each row execute function watch_cart()`);
    await adopt();
    await on(CREATED);
    await on("update address set first_name = 'Eve'");
    expect((await on("select cart_id from cart_watch")).length).toBeGreaterThan(0);
  });
});

describe("functions and operators that another role has planted in public", () => {
  it("are not used by the triggers, which run as their owner", async () => {
    await adopt();
    await on(`grant create on schema public to ${erp.name}; create table stolen (by text);
      grant insert on stolen to public`);
    const planted = (
      name: string,
    ) => `create function public.${name}(a varchar, b text) returns boolean language plpgsql as
      'begin insert into public.stolen values (current_user); return a::text operator(pg_catalog.=) b; end';`;
    await erp.run(`${planted("same")} ${planted("starts_with")}
      create operator public.= (leftarg = varchar, rightarg = text, function = public.same);
      create function public.concat_ws(a text, b int, c varchar, d varchar) returns text language plpgsql as
        'begin insert into public.stolen values (current_user); return a; end'`);
    await erp.run(CREATED);
    await erp.run(CHANGED);
    expect(await on(`select distinct by from stolen where by <> '${erp.name}'`)).toEqual([]);
  });
});

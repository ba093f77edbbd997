import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adoptDatabase } from "../../src/adopt/adopt-database.ts";
import type { Loss } from "../../src/adopt/undo/losses.ts";
import { undoAdoption } from "../../src/adopt/undo-adoption.ts";
import type { TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { describeSchema } from "../support/postgres/schema-description.ts";
import { copyOf, v1Database } from "../support/v1/database.ts";
import { asNamedByV1 } from "../support/v1/names.ts";

/** The columns that v1 has with the feature tax_inclusive_pricing only. */
const WITHOUT_TAX_COLUMNS = ["line_item", "shipping_method", "shipping_option", "price_list"]
  .map((table) => `alter table ${table} drop column includes_tax`)
  .join(";\n");

const ORDERS = `
  insert into region (id, name, currency_code, tax_rate) values ('reg_1', 'EU', 'eur', 0);
  insert into customer (id, email) values ('cus_1', 'anna@shop.example');
  insert into "order" (id, display_id, customer_id, email, region_id, currency_code)
    select 'order_' || n, n, 'cus_1', 'anna@shop.example', 'reg_1', 'eur' from generate_series(1, 3) n;
  insert into payment (id, order_id, amount, currency_code, provider_id, data)
    select 'pay_' || n, 'order_' || n, 10000, 'eur', 'manual', '{}' from generate_series(1, 3) n;
  insert into line_item (id, order_id, title, unit_price, quantity)
    select 'item_' || n, 'order_' || n, 'Cup', 5000, 2 from generate_series(1, 3) n`;

let template: TestDatabase;
let database: TestDatabase;

beforeAll(async () => {
  template = await v1Database();
  await queryRows(template.url, [asNamedByV1, WITHOUT_TAX_COLUMNS, ORDERS].join(";\n"));
});
afterAll(() => template.drop());
beforeEach(async () => {
  database = await copyOf(template);
  await withClient((client) => adoptDatabase(client, () => {}));
});
afterEach(() => database.drop());

async function withClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const run = (text: string) => queryRows(database.url, text);

/** What is told to a person who then declines, or accepts. */
async function undo(isAccepted: boolean) {
  let told: readonly Loss[] = [];
  const accept = async (losses: readonly Loss[]) => {
    told = losses;
    if (!isAccepted) throw new Error("nothing was changed");
  };
  const work = withClient((client) => undoAdoption(client, { report: () => {}, accept }));
  if (isAccepted) return { undone: await work, told };
  await expect(work).rejects.toThrow("nothing was changed");
  return { undone: null, told };
}

describe("undoing an adoption", () => {
  it("asks nothing if v1 can hold everything", async () => {
    expect(await undo(true)).toMatchObject({ told: [], undone: { keptTables: [], stockedVariants: 0 } });
  });

  it("names money that v1 would not know, by order, and changes nothing if nobody accepts that", async () => {
    await run(`update payment set amount_waived = 2000 where id = 'pay_1';
      update payment set amount_waived = 500, captured_at = now() where id = 'pay_2';
      update payment set amount_waived = 1234 where id = 'pay_3';
      insert into tradewind.payment_operation (id, kind, payment_id, order_id, amount, purpose, claimed_until, next_try_at)
        values ('mov_1', 'refund', 'pay_2', 'order_2', 700, 'x', now(), now())`);
    const before = await describeSchema(database.url);
    const { told } = await undo(false);
    expect(told.map(({ code }) => code)).toEqual(["waived_amounts", "open_payment_operations"]);
    expect(told[0]!.message).toContain(
      ": #1 EUR 20.00, #3 EUR 12.34 (together EUR 32.34). Capture these orders",
    );
    expect(told[1]!.message).toContain(": #2 refund EUR 7.00. Start Tradewind");
    expect(await describeSchema(database.url)).toBe(before);
  });

  it("names prices with tax, where v1 has none", async () => {
    await run(
      `update region set includes_tax = true; update line_item set includes_tax = true where id = 'item_2'`,
    );
    const { told } = await undo(true);
    expect(told.map(({ code }) => code)).toEqual(["prices_with_tax_of_orders", "prices_with_tax"]);
    expect(told[0]!.message).toContain(": #2 EUR 100.00. v1 has the feature tax_inclusive_pricing");
    expect(told[1]!.message).toContain(": region EU. ");
  });

  it("names gift cards that saved no more tax than was due, pieces that must not be packed, and roles", async () => {
    await run(`insert into gift_card (id, code, value, balance, region_id) values ('gift_1', 'G', 9000, 0, 'reg_1');
      insert into line_item_tax_line (id, item_id, rate, name) values ('tl_1', 'item_1', 10, 'VAT'), ('tl_2', 'item_2', 25, 'VAT');
      insert into gift_card_transaction (id, gift_card_id, order_id, amount, is_taxable, tax_rate, limits_tax)
        select 'gct_' || n, 'gift_1', 'order_' || n, 9000, true, 20, n < 3 from generate_series(1, 3) n;
      update line_item set returned_quantity = 1, returned_unsent = 1 where id = 'item_3';
      insert into "user" (id, email) values ('usr_1', 'packer@shop.example');
      insert into tradewind.user_role (user_id, role_id) select 'usr_1', id from tradewind.role where name = 'Manager'`);
    const { told } = await undo(true);
    expect(told.map(({ code }) => code)).toEqual(["limited_tax_of_gift_cards", "returned_unsent", "roles"]);
    expect(told[0]!.message).toContain(": #1 EUR 90.00. v1 has no such limit");
    expect(told[1]!.message).toContain(": #3: 1. ");
    expect(told[2]!.message).toContain("packer@shop.example (Manager)");
  });

  it("gives variants the stock that is left at locations, which v1 does not have", async () => {
    await run(`insert into product (id, title) values ('prod_1', 'Cup');
      insert into product_variant (id, title, product_id, inventory_quantity)
        values ('v_set', 'Set', 'prod_1', 0), ('v_cup', 'Cup', 'prod_1', 0), ('v_own', 'Own', 'prod_1', 7);
      insert into inventory_item (id, sku) values ('i_cup', 'cup'), ('i_plate', 'plate'), ('i_none', 'none');
      insert into stock_location (id, name) values ('l_1', 'Harbour'), ('l_2', 'Hill');
      insert into inventory_level (id, inventory_item_id, location_id, stocked_quantity, reserved_quantity) values
        ('a', 'i_cup', 'l_1', 10, 3), ('b', 'i_cup', 'l_2', 5, 0), ('c', 'i_plate', 'l_1', 9, 0);
      insert into product_variant_inventory_item (id, variant_id, inventory_item_id, required_quantity) values
        ('1', 'v_cup', 'i_cup', 1), ('2', 'v_set', 'i_cup', 2), ('3', 'v_set', 'i_plate', 2), ('4', 'v_own', 'i_none', 1)`);
    const { undone } = await undo(true);
    expect(undone).toMatchObject({
      stockedVariants: 2,
      keptTables: expect.arrayContaining(["inventory_level", "stock_location"]),
    });
    expect(await run("select id, inventory_quantity as left from product_variant order by id")).toEqual([
      { id: "v_cup", left: 12 },
      { id: "v_own", left: 7 },
      { id: "v_set", left: 4 },
    ]);
  });
});

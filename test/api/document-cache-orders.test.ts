import pg from "pg";
import { describe, expect } from "vitest";
import type { Sql } from "../../src/db/database.ts";
import { beside, shownTo } from "../support/caches/cached-catalogue.ts";
import {
  type CachedOrder,
  DASHBOARD,
  orderChanges,
  orderLists,
  someOrders,
} from "../support/caches/cached-orders.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let about: CachedOrder;
let others: Awaited<ReturnType<typeof beside>>;
/** An administrator at each server; the last server has no cache. */
let administrators: Client[];

const { it, shop } = withShop();
it.beforeAll(async () => {
  about = await someOrders(shop);
  others = await beside(shop);
  administrators = [shop.visitor(), others.second.visitor(), others.plain.visitor()];
  for (const client of administrators) await client.post("/admin/auth", ADMIN);
});
it.afterAll(async () => {
  await others.close();
});

/** The answers of all servers to all lists; they must be equal. */
const said = (): Promise<string[]> =>
  Promise.all(
    orderLists.map(async (path) => {
      const [first, second, plain] = await Promise.all(administrators.map((client) => shownTo(client, path)));
      expect(first, path).toBe(plain);
      expect(second, path).toBe(plain);
      return plain!;
    }),
  );

const statementsOf = async (path: string) => {
  const { statements, looks, credentials } = await countingStatements(shop.db, () => shop.admin.get(path));
  return { count: statements.length, looks, credentials };
};

const run = <Row>(text: string) => shop.db.run<Row>({ text, values: [] });

describe("a cached list of orders", () => {
  it("takes no statement but the one that validates it", async () => {
    await said();
    for (const path of orderLists) {
      expect({ path, ...(await statementsOf(path)) }).toEqual({ path, count: 0, looks: 1, credentials: 1 });
    }
  });

  it("is outdated by a change of anything it shows, on all servers at once", async () => {
    let before = await said();
    for (const [name, change] of Object.entries(orderChanges)) {
      await change(shop, about);
      const after = await said();
      const isChanged = after.some((answer, index) => answer !== before[index]);
      expect({ name, isChanged }).toEqual({ name, isChanged: true });
      before = after;
    }
  });

  it("reads only the order that has changed", async () => {
    await said();
    const read: unknown[] = [];
    const listener = ({ values }: Sql) => read.push(values[0]);
    await orderChanges["the quantity of a line"]!(shop, about);
    shop.db.onStatement.add(listener);
    await shop.admin.get(DASHBOARD).finally(() => shop.db.onStatement.delete(listener));
    expect(read.filter(Array.isArray)).toEqual([[about.orderId]]);
  });

  it("is outdated by the commit, however late it comes", async () => {
    const late = new pg.Client({ connectionString: shop.databaseUrl });
    await late.connect();
    try {
      await late.query("begin");
      await late.query("update line_item set unit_price = unit_price + 1 where id = $1", [about.lineId]);
      const before = await said();
      await orderChanges["an order's email"]!(shop, about);
      const between = await said();
      expect(between).not.toEqual(before);
      await late.query("commit");
      expect(await said()).not.toEqual(between);
    } finally {
      await late.end();
    }
  });

  it("stays valid while carts and customers without orders change", async () => {
    await said();
    const { body } = await shop.visitor().post("/store/carts", { region_id: about.regionId });
    await shop.visitor().post(`/store/carts/${body.cart.id}`, { shipping_address: { first_name: "Ann" } });
    await shop.visitor().post(`/store/carts/${body.cart.id}`, { shipping_address: { first_name: "Bob" } });
    expect(await statementsOf(DASHBOARD)).toEqual({ count: 0, looks: 1, credentials: 1 });
  });

  it("is made again for tables that were emptied", async () => {
    const before = await said();
    await run("truncate line_item_adjustment, line_item_tax_line");
    expect(await said()).not.toEqual(before);
  });

  it("refuses unknown fields", async () => {
    for (const query of ["fields=nothing&expand=", "expand=nothing", "expand=&order=nothing"]) {
      const [first, , plain] = administrators.map((client) => shownTo(client, `/admin/orders?${query}`));
      expect(await first).toBe(await plain);
      expect(await first).toMatch(/^400 /);
    }
  });
});

describe("the tables of cached lists of orders", () => {
  it("have triggers that log their changes", async () => {
    const texts: string[] = [];
    const listener = ({ name = "", text }: Sql) => {
      if (!/^(session-owner|caller-user|catalogue-changes)/.test(name)) texts.push(text);
    };
    await run(`update "order" set metadata = '{"read":"again"}'`);
    shop.db.onStatement.add(listener);
    for (const path of orderLists) await shop.admin.get(path);
    shop.db.onStatement.delete(listener);
    const tables = await run<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    const known = new Set(tables.map(({ name }) => name));
    const named = texts.join("\n").matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/g);
    const read = new Set([...named].map(([, name]) => name!).filter((name) => known.has(name)));
    const followed = await run<{ name: string }>(
      `select distinct trim('"' from tgrelid::regclass::text) as name from pg_trigger
       where tgname ~ '^log_(order|catalogue)' and tgenabled = 'A'`,
    );
    const isFollowed = new Set(followed.map(({ name }) => name));
    expect([...read].filter((name) => !isFollowed.has(name))).toEqual([]);
    expect(read.size).toBeGreaterThan(10);
  });
});

import fc from "fast-check";
import pg from "pg";
import { describe, expect } from "vitest";
import { beside, shownTo } from "../support/caches/cached-catalogue.ts";
import { type CachedOrder, orderChanges, orderLists, someOrders } from "../support/caches/cached-orders.ts";
import type { Client } from "../support/clients/client.ts";
import { ADMIN, type TestShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { cases } from "../support/runner/short-form.ts";

let about: CachedOrder;
let others: Awaited<ReturnType<typeof beside>>;
/** An administrator at each server; the last server has no cache. */
let administrators: [Client, Client, Client];
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

const names = Object.keys(orderChanges);

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ change: fc.constantFrom(...names) }) },
  {
    weight: 6,
    arbitrary: fc.record({ path: fc.constantFrom(...orderLists), server: fc.constantFrom(0 as const, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ opened: fc.constantFrom(...names) }) },
  { weight: 1, arbitrary: fc.record({ isKept: fc.boolean() }) },
);

describe("lists of orders from documents", () => {
  it("equal those of a server without the cache, after any changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const other = new pg.Client({ connectionString: shop.databaseUrl });
        await other.connect();
        const run = async (sql: { text: string; values: unknown[] }) =>
          (await other.query(sql.text, sql.values)).rows;
        let isOpen = false;
        try {
          for (const each of steps) {
            if ("path" in each) {
              const cached = await shownTo(administrators[each.server], each.path);
              expect(cached).toBe(await shownTo(administrators[2], each.path));
            } else if ("change" in each) {
              // The locks of the other connection would block it.
              if (!isOpen) await orderChanges[each.change]!(shop, about);
            } else if ("opened" in each) {
              if (!isOpen) await other.query("begin");
              isOpen = true;
              await orderChanges[each.opened]!({ db: { run } } as unknown as TestShop, about);
            } else if (isOpen) {
              await other.query(each.isKept ? "commit" : "rollback");
              isOpen = false;
            }
          }
        } finally {
          await other.end();
        }
      }),
      { numRuns: cases(15) },
    );
  });

  it("never show a state older than the request", async () => {
    let committed = 0;
    let isOver = false;
    const write = async () => {
      for (let number = 1; number <= 100; number++) {
        await shop.db.run({
          text: "update line_item set unit_price = $1 where id = $2",
          values: [number, about.lineId],
        });
        committed = number;
      }
      isOver = true;
    };
    const read = async (client: Client) => {
      while (!isOver) {
        const before = committed;
        const { body } = await client.get(`/admin/orders?id=${about.orderId}&expand=&fields=subtotal`);
        const [{ subtotal }] = body.orders;
        expect(subtotal).toBeGreaterThanOrEqual(before);
      }
    };
    await shop.db.run({
      text: "update line_item set quantity = 1, unit_price = 0, includes_tax = false, order_id = $1 where id = $2",
      values: [about.orderId, about.lineId],
    });
    await Promise.all([write(), ...administrators.map(read)]);
  });
});

import fc from "fast-check";
import pg from "pg";
import { describe, expect } from "vitest";
import {
  aCatalogue,
  beside,
  type Catalogue,
  changes,
  questionsOf,
  shownTo,
} from "../support/caches/cached-catalogue.ts";
import type { StartedShop, TestShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { cases } from "../support/runner/short-form.ts";

const names = Object.keys(changes);

/** Another connection, which may have an open transaction. */
async function anotherConnection(shop: TestShop) {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  const run = async (sql: { text: string; values: readonly unknown[] }) =>
    (await client.query(sql.text, [...sql.values])).rows;
  return { client, asShop: { db: { run } } as unknown as TestShop };
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("change"), name: fc.constantFrom(...names) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("read"), which: fc.nat(17), server: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("open"), name: fc.constantFrom(...names) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end"), isKept: fc.boolean() }) },
);

interface RaceOptions {
  start?: () => Promise<StartedShop>;
  /** Settings of the second process. */
  environment?: () => Record<string, string>;
  afterwards?: () => unknown;
}

/** Two processes with the cache and one without, while everything is changed. */
export function cacheRaces(title: string, { start, environment, afterwards }: RaceOptions = {}): void {
  let about: Catalogue;
  let others: Awaited<ReturnType<typeof beside>>;
  const { it, shop } = withShop(start, afterwards);
  it.beforeAll(async () => {
    about = await aCatalogue(shop);
    others = await beside(shop, environment?.());
  });
  it.afterAll(async () => {
    await others.close();
  });

  describe(title, () => {
    it("equal those of a server without the cache, after any changes", async () => {
      const paths = questionsOf(about).store;
      const remembering = [shop.visitor(), others.second.visitor()];
      const plain = others.plain.visitor();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
          const other = await anotherConnection(shop);
          let isOpen = false;
          try {
            for (const each of steps) {
              if (each.kind === "read" && "which" in each) {
                const path = paths[each.which]!;
                expect(await shownTo(remembering[each.server]!, path)).toBe(await shownTo(plain, path));
              } else if (each.kind === "change" && "name" in each && !isOpen) {
                await changes[each.name]!(shop, about);
              } else if (each.kind === "open" && "name" in each) {
                // The locks of the other connection would block changes, so there are none until it ends.
                if (!isOpen) await other.client.query("begin");
                isOpen = true;
                await changes[each.name]!(other.asShop, about);
              } else if ("isKept" in each && isOpen) {
                await other.client.query(each.isKept ? "commit" : "rollback");
                isOpen = false;
              }
            }
          } finally {
            await other.client.end();
          }
        }),
        { numRuns: cases(15) },
      );
    });

    it("never show a state older than the request", async () => {
      await shop.db.run({
        text: "update product set deleted_at = null, status = 'published', subtitle = '0' where id = $1",
        values: [about.productId],
      });
      await shop.db.run({
        text: "update product_variant set deleted_at = null, inventory_quantity = 0 where id = $1",
        values: [about.variantId],
      });
      let committed = 0;
      let isOver = false;
      const write = async () => {
        for (let number = 1; number <= 120; number++) {
          const [text, id] =
            number % 2 === 0
              ? ["update product set subtitle = $1 where id = $2", about.productId]
              : [
                  "update product_variant set inventory_quantity = $1::int, updated_at = now() where id = $2",
                  about.variantId,
                ];
          await shop.db.run({ text: text!, values: [String(number), id] });
          committed = number;
          // Time for some requests to cache it.
          if (number % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        }
        isOver = true;
      };
      const read = async (client: { get: TestShop["admin"]["get"] }) => {
        while (!isOver) {
          const before = committed;
          const { body } = await client.get(`/store/products/${about.productId}`);
          const [variant] = body.product.variants.filter(({ id }: { id: string }) => id === about.variantId);
          const newest = Math.max(Number(body.product.subtitle), variant.inventory_quantity);
          const oldest = Math.min(Number(body.product.subtitle), variant.inventory_quantity);
          expect(newest).toBeGreaterThanOrEqual(before);
          expect(oldest).toBeGreaterThanOrEqual(before - 1);
        }
      };
      const readers = [shop, shop, shop, others.second, others.second, others.plain].map((each) =>
        read(each.visitor()),
      );
      await Promise.all([write(), ...readers]);
    });
  });
}

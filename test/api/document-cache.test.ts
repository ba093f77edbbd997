import pg from "pg";
import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import {
  aCatalogue,
  beside,
  type Catalogue,
  changes,
  questionsOf,
  shownTo,
} from "../support/caches/cached-catalogue.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let about: Catalogue;
let others: Awaited<ReturnType<typeof beside>>;
/** Those who ask: of a server each, for the storefront and as administrators. */
let asking: { store: Client[]; admin: Client[] };

const { it, shop } = withShop();
it.beforeAll(async () => {
  about = await aCatalogue(shop);
  others = await beside(shop);
  const administrators = [shop.visitor(), others.second.visitor(), others.plain.visitor()];
  for (const client of administrators) await client.post("/admin/auth", ADMIN);
  asking = {
    store: [shop.visitor(), others.second.visitor(), others.plain.visitor()],
    admin: administrators,
  };
});
it.afterAll(async () => {
  await others.close();
});

const everything = () => {
  const { store, admin } = questionsOf(about);
  return [
    ...store.map((path) => ({ path, clients: asking.store })),
    ...admin.map((path) => ({ path, clients: asking.admin })),
  ];
};

/** The answers of all servers to all questions; they must be equal. */
const said = (): Promise<string[]> =>
  Promise.all(
    everything().map(async ({ path, clients }) => {
      const [first, second, plain] = await Promise.all(clients.map((client) => shownTo(client, path)));
      expect(first, path).toBe(plain);
      expect(second, path).toBe(plain);
      return plain!;
    }),
  );

/** No answer shows the stock by location. */
const isShown = (change: string) => change !== "a level of stock at a location";

describe("a cached response", () => {
  it("takes no statement but the one that validates it", async () => {
    await said();
    for (const path of [
      "/store/products",
      `/store/products?region_id=${about.regionId}`,
      `/store/products/${about.productId}`,
      "/store/variants",
      "/store/collections",
      "/store/product-categories?include_descendants_tree=true",
    ]) {
      const { statements, looks } = await countingStatements(shop.db, () => shop.visitor().get(path));
      expect({ path, statements, looks }).toEqual({ path, statements: [], looks: 1 });
    }
    const listed = await countingStatements(shop.db, () => shop.admin.get("/admin/products"));
    expect(listed).toMatchObject({ statements: [], looks: 1, credentials: 1 });
  });

  it("stays valid when something else is changed", async () => {
    await said();
    await shop.visitor().post("/store/carts", { region_id: about.regionId });
    const { statements, looks } = await countingStatements(shop.db, () =>
      shop.visitor().get("/store/products"),
    );
    expect({ statements, looks }).toEqual({ statements: [], looks: 1 });
  });

  it("is the same for parameters in another order", async () => {
    await shop.visitor().get("/store/products?limit=7&offset=1");
    const again = await countingStatements(shop.db, () =>
      shop.visitor().get("/store/products?offset=1&limit=7"),
    );
    expect(again).toMatchObject({ statements: [], looks: 1 });
  });

  it("has the same headers as a new one", async () => {
    const [remembering, , plain] = asking.store;
    const names = async (client: Client) => {
      const { headers } = await client.get("/store/products");
      // A page has the ETag of its documents.
      const changing = ["x-request-id", "date", "etag", "content-length"];
      return [...headers].filter(([name]) => !changing.includes(name));
    };
    expect(await names(remembering!)).toEqual(await names(plain!));
    const head = await remembering!.send("HEAD", "/store/products");
    expect(head).toMatchObject({ status: 200, body: "" });
  });

  it("is outdated by a change of anything it shows, on all servers at once", async () => {
    let before = await said();
    for (const [name, change] of Object.entries(changes)) {
      await change(shop, about);
      const after = await said();
      const isChanged = after.some((answer, index) => answer !== before[index]);
      expect({ name, isChanged }).toEqual({ name, isChanged: isShown(name) });
      before = after;
    }
  });

  it("is outdated by the commit, however late it comes", async () => {
    const late = new pg.Client({ connectionString: shop.databaseUrl });
    await late.connect();
    try {
      const before = await said();
      await late.query("begin");
      await late.query("update product set title = 'Late' where id = $1", [about.productId]);
      await late.query("update product_variant set inventory_quantity = 99 where id = $1", [about.variantId]);
      expect(await said()).toEqual(before);
      // Other rows are added and removed during the test.
      for (let round = 0; round < 12; round++) await changes["an image"]!(shop, about);
      const between = await said();
      await late.query("commit");
      const after = await said();
      expect(after).not.toEqual(between);
      expect(after.join()).toContain('"Late"');
    } finally {
      await late.end();
    }
  });

  it("is not outdated by a rollback, nor by one to a savepoint", async () => {
    const before = await said();
    await inTransaction(shop.db, async (tx) => {
      await tx.run({ text: "update product set title = 'Never'", values: [] });
      throw new Error("never mind");
    }).catch(() => {});
    expect(await said()).toEqual(before);
    await inTransaction(shop.db, async (tx) => {
      const run = (text: string) => tx.run({ text, values: [] });
      await run("savepoint here");
      await run("update product set title = 'Never'");
      await run("rollback to savepoint here");
      await run("update product set subtitle = 'After the savepoint'");
    });
    const after = await said();
    expect(after.join()).toContain("After the savepoint");
    expect(after.join()).not.toContain("Never");
  });

  it("counts in the metrics, and stays within its memory", async () => {
    for (let offset = 0; offset < 20; offset++) await shop.visitor().get(`/store/products?offset=${offset}`);
    const { body } = await shop.visitor().get("/metrics");
    const value = (name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(body)?.[1]);
    expect(value('tradewind_document_cache_requests_total\\{outcome="hit"\\}')).toBeGreaterThan(0);
    expect(value('tradewind_document_cache_requests_total\\{outcome="miss"\\}')).toBeGreaterThan(0);
    expect(value("tradewind_document_cache_bytes")).toBeGreaterThan(0);
    expect(value("tradewind_document_cache_bytes")).toBeLessThan(32 * 1024 * 1024);
  });
});

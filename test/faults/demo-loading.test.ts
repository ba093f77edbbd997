import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, vi } from "vitest";
import type { OpenedDatabase } from "../../src/cli/database.ts";
import { prepareShop } from "../../src/cli/prepare-shop.ts";
import { demoProducts } from "../../src/demo/products.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { Client } from "../support/clients/client.ts";
import { demoConfig, demoState, loadDemoInto, refuseRows, rowCounts } from "../support/fixtures/demo.ts";
import { JWT_SECRET, type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { runTradewind, tradewind } from "../support/servers/process.ts";
import { urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

const loaded = "40 products in 152 variants, 2 regions, 12 customers";
let whole: Record<string, number>;
let shop: StartedShop;

const it = withSetup(async () => {
  const uncut = await startShop();
  await loadDemoInto(uncut);
  whole = await rowCounts(uncut.db);
  await uncut.close();
});
it.beforeEach(async () => {
  shop = await startShop();
});
it.afterEach(() => shop.close());

const breakAt = (table: string, condition?: string) => refuseRows(shop.db, table, condition);
const run = (text: string) => shop.db.run({ text, values: [] });

const middle = `new.handle = '${demoProducts[20]?.handle}'`;

async function cutInTheMiddle(): Promise<void> {
  const mend = await breakAt("product", middle);
  await expect(loadDemoInto(shop)).rejects.toThrow("POST /admin/products: An unknown error occurred.");
  await mend();
}

const aRegion = (countries: string[]) =>
  shop.admin.post("/admin/regions", {
    name: "Home",
    currency_code: "usd",
    tax_rate: 5,
    countries,
    payment_providers: ["manual"],
    fulfillment_providers: ["manual"],
  });

describe("a load that was cut off", () => {
  it("is known as such, and completed by the next one without making anything twice", async () => {
    await cutInTheMiddle();
    expect(await demoState(shop.db)).toEqual({ state: "loading" });
    expect((await rowCounts(shop.db))["product"]).toBe(19);
    expect(await loadDemoInto(shop)).toBe(loaded);
    expect(await rowCounts(shop.db)).toEqual(whole);
    const { body } = await shop.admin.get("/admin/products?limit=100&fields=handle&expand=");
    expect(body.products.map(({ handle }: { handle: string }) => handle)).toEqual(
      demoProducts.map(({ handle }) => handle),
    );
  });

  it("continues from wherever it was cut off, again and again", async () => {
    const mends = [
      await breakAt("region", "new.name = 'United States'"),
      await breakAt("shipping_option", "new.name = 'Express shipping'"),
      await breakAt("product_category", "new.handle = 'ropework'"),
      await breakAt("product", middle),
      await breakAt("customer_group_customers"),
      await breakAt("price_list"),
      await breakAt("discount"),
      await breakAt("address"),
    ];
    for (const mend of mends) {
      await expect(loadDemoInto(shop)).rejects.toThrow();
      expect(await demoState(shop.db)).toEqual({ state: "loading" });
      await mend();
    }
    expect(await loadDemoInto(shop)).toBe(loaded);
    expect(await rowCounts(shop.db)).toEqual(whole);
  });

  it("leaves changes by users alone", async () => {
    await cutInTheMiddle();
    await shop.admin.post("/admin/store", { name: "Our own name" });
    await shop.admin.post("/admin/collections", { title: "Ours", handle: "ours" });
    await shop.admin.post("/admin/products", { title: "Our product", handle: "our-product" });
    expect(await loadDemoInto(shop)).toBe(loaded);
    expect((await shop.admin.get("/admin/store")).body.store.name).toBe("Our own name");
    expect(await rowCounts(shop.db)).toMatchObject({ product: 41, product_collection: 6 });
  });

  it("is completed after the process was killed", async () => {
    const environment = { DATABASE_URL: shop.databaseUrl };
    const blocker = new pg.Client({ connectionString: shop.databaseUrl });
    await blocker.connect();
    await blocker.query("begin; lock table price_list in access exclusive mode");
    const seed = tradewind(["seed", "--no-orders"], environment);
    const waiting = "select from pg_locks where not granted and locktype = 'relation'";
    await until(async () => (await run(waiting)).length > 0);
    seed.process.kill("SIGKILL");
    expect(await seed.ended).toBe("SIGKILL");
    await blocker.end();
    expect(await demoState(shop.db)).toEqual({ state: "loading" });
    expect(await runTradewind(["seed", "--no-orders"], environment)).toEqual({
      code: 0,
      output: `Loaded the demo shop: ${loaded}.\n`,
    });
    expect(await rowCounts(shop.db)).toEqual(whole);
  });
});

describe("loads at the same moment", () => {
  it("make one shop", async () => {
    const summaries = await Promise.all([loadDemoInto(shop), loadDemoInto(shop), loadDemoInto(shop)]);
    expect(summaries.filter((summary) => summary !== null)).toEqual([loaded]);
    expect(await rowCounts(shop.db)).toEqual(whole);
  });
});

describe("a shop with its own data", () => {
  it.each([
    ["region", () => aRegion(["dk"])],
    ["product", () => shop.admin.post("/admin/products", { title: "Our product" })],
  ])("is not touched when it has a %s", async (_, create) => {
    expect((await create()).status).toBe(200);
    const before = await rowCounts(shop.db);
    expect(await loadDemoInto(shop)).toBeNull();
    expect(await rowCounts(shop.db)).toEqual(before);
    expect(await demoState(shop.db)).toBeNull();
  });
});

describe("the start", () => {
  const start = (options: { withDemo: boolean; isEmbedded?: boolean }) => {
    const { databaseUrl: url } = shop;
    const opened = { db: shop.db, url, directUrl: url, isEmbedded: options.isEmbedded ?? true };
    return prepareShop(opened as OpenedDatabase, demoConfig, {
      ...options,
      secrets: fixedSecrets(JWT_SECRET),
    });
  };

  it("completes a load that was cut off, unless --no-demo or an external database is set", async () => {
    await cutInTheMiddle();
    expect((await start({ withDemo: false })).demo).toBeUndefined();
    expect((await start({ withDemo: true, isEmbedded: false })).demo).toBeUndefined();
    expect(await demoState(shop.db)).toEqual({ state: "loading" });
    expect((await start({ withDemo: true })).demo).toBe(loaded);
    expect(await rowCounts(shop.db)).toEqual(whole);
    expect((await start({ withDemo: true })).demo).toBeUndefined();
  });

  it("serves a shop that cannot take the rest of the demo any more, and reports why", async () => {
    const mend = await breakAt("region");
    await expect(loadDemoInto(shop)).rejects.toThrow();
    await mend();
    const { body } = await aRegion(["dk"]);
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    expect((await start({ withDemo: true })).demo).toBeUndefined();
    expect(said.mock.calls.flat().join()).toMatch(/demo shop is incomplete.*Denmark already exists/);
    said.mockRestore();
    const { body: kept } = await shop.admin.get(`/admin/regions/${body.region.id}`);
    expect(kept.region.countries.map((country: { iso_2: string }) => country.iso_2)).toEqual(["dk"]);
  });

  it("is not bothered by a shop without the demo", async () => {
    expect(await start({ withDemo: true })).toEqual({ admin: undefined, demo: undefined });
    expect(await demoState(shop.db)).toBeNull();
  });
});

describe("seed on the embedded database", () => {
  it("works while a server runs, and without one finds that it is done", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tradewind-demo-"));
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    chmodSync(folder, 0o711);
    const environment = { TRADEWIND_DATA_DIR: folder };
    const server = tradewind(["start", "--port", "0", "--no-demo"], environment);
    try {
      const url = await urlOf(server);
      expect((await runTradewind(["seed", "--no-orders"], environment)).output).toContain(loaded);
      expect((await new Client(url!).get("/store/products")).body.count).toBe(40);
    } finally {
      server.process.kill("SIGTERM");
      await server.ended;
    }
    expect((await runTradewind(["seed", "--no-orders"], environment)).output).toContain("Nothing was loaded");
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("seed on an unused database", () => {
  it("creates the first user and prints the password", async () => {
    const database = await freshDatabase({ empty: true });
    const { code, output } = await runTradewind(["seed", "--no-orders"], {
      DATABASE_URL: database.url,
      TRADEWIND_JWT_SECRET: JWT_SECRET,
    });
    await database.drop();
    expect(output).toMatch(
      /^Created admin@tradewind\.local\.\nThe password of admin@tradewind\.local is \S+\nLoaded the demo shop: 40 products/,
    );
    expect(code).toBe(0);
  });
});

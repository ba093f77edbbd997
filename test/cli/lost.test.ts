import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { runTradewind } from "../support/servers/process.ts";

/** The primary of before, and the server that was promoted: a copy of an earlier moment. */
let old: StartedShop;
let promoted: TestDatabase;
let place: Place;
let variantId: string;

const databaseOf = (url: string) => new URL(url).pathname.slice(1);

const it = withSetup(
  async () => {
    const database = await freshDatabase();
    const first = await startShop({}, { database: { ...database, drop: async () => {} } });
    place = await aPlace(first);
    variantId = await aSoldVariant(first);
    await anOrder(first.visitor(), { place, variantId, email: "kept@example.com" });
    await first.close();
    promoted = await freshDatabase({ template: databaseOf(database.url) });
    old = await startShop({}, { database });
  },
  async () => {
    await old.close();
    await promoted.drop();
  },
);

const lost = (...words: string[]) => runTradewind(["lost", ...words], { DATABASE_URL: promoted.url });

describe("`lost`", () => {
  it("says that nothing is missing", async () => {
    expect(await lost("--old", promoted.url)).toEqual({
      code: 0,
      output: "Nothing is missing: the shop has every event of the old database.\n",
    });
  });

  it("lists the events and orders that only the old primary has, with their payments", async () => {
    const { id, display_id, total } = await anOrder(old.visitor(), {
      place,
      variantId,
      email: "lost@example.com",
    });
    await old.admin.post("/admin/collections", { title: "Also lost" });
    const { code, output } = await lost("--old", old.databaseUrl);
    expect(code).toBe(1);
    expect(output).toContain(`order.placed  ${id}`);
    expect(output).toContain("1 orders are lost");
    expect(output).toMatch(
      new RegExp(`#${display_id}  lost@example.com  \\S+  ${(total / 100).toFixed(2)} \\w+ by manual`),
    );
    expect(output).not.toContain("kept@example.com");
    const json = await lost("--old", old.databaseUrl, "--json");
    const found = JSON.parse(json.output);
    expect(found.orders).toMatchObject([
      { id, number: display_id, payments: [{ provider: "manual", amount: total }] },
    ]);
    expect(found.events.map(({ name }: { name: string }) => name)).toContain("order.placed");
  });

  it("refuses an address that leads to no shop, without its password", async () => {
    const wrong = new URL(old.databaseUrl);
    wrong.pathname = "/nowhere";
    wrong.password = "very-secret";
    const { code, output } = await lost("--old", wrong.href);
    expect(code).toBe(1);
    expect(output).toContain("the old database cannot be read (PostgreSQL at");
    expect(output).not.toContain("very-secret");
    expect((await lost()).output).toContain("--old is required");
  });
});

import { describe, expect, it } from "vitest";
import { type Query, seedDemo } from "./seed-demo.ts";

const options = { publicUrl: "https://shop.example/api/", passwordHash: "a hash" };

/** Answers the two questions the seed asks the database, and keeps what it was sent. */
function aDatabase({ inUse }: { inUse: boolean }) {
  const sent: { text: string; values: unknown[] }[] = [];
  const shop = {
    storeId: "store_1",
    salesChannelId: "sc_1",
    defaultProfileId: "sp_1",
    giftCardProfileId: "sp_2",
  };
  const query: Query = async (text, values = []) => {
    sent.push({ text, values });
    if (text.includes("as in_use")) return { rows: [{ in_use: inUse }] };
    if (text.includes('as "storeId"')) return { rows: [shop] };
    return { rows: [] };
  };
  const rowsOf = (table: string): Record<string, unknown>[] =>
    sent
      .filter(({ text }) => text.startsWith(`insert into ${table} (`) && text.includes("json_to_recordset"))
      .flatMap(({ values }) => JSON.parse(String(values[0])));
  return { query, sent, rowsOf };
}

describe("seeding the demo shop", () => {
  it("leaves a shop that is in use alone", async () => {
    const { query, sent } = aDatabase({ inUse: true });
    expect(await seedDemo(query, options)).toEqual({ products: 0, variants: 0, customers: 0, regions: 0 });
    expect(sent.filter(({ text }) => /^\s*(insert|update|delete)/.test(text))).toEqual([]);
  });

  it("fills an empty one and counts what it wrote", async () => {
    const { query, rowsOf } = aDatabase({ inUse: false });
    const counts = await seedDemo(query, options);
    expect(counts).toEqual({
      products: rowsOf("product").length,
      variants: rowsOf("product_variant").length,
      customers: rowsOf("customer").length,
      regions: rowsOf("region").length,
    });
    expect(counts.products).toBe(40);
  });

  it("points pictures below the public address, and keeps the password from guests", async () => {
    const { query, rowsOf } = aDatabase({ inUse: false });
    await seedDemo(query, options);
    for (const { thumbnail } of rowsOf("product")) {
      expect(thumbnail).toMatch(/^https:\/\/shop\.example\/api\/demo\/pictures\/[a-z0-9-]+\.svg$/);
    }
    for (const { has_account, password_hash } of rowsOf("customer")) {
      expect(password_hash).toBe(has_account ? "a hash" : null);
    }
  });

  it("writes moments of the past, no two products alike, the first of the data newest", async () => {
    const { query, rowsOf } = aDatabase({ inUse: false });
    await seedDemo(query, options);
    const moments = rowsOf("product").map(({ created_at }) => Date.parse(String(created_at)));
    expect(new Set(moments).size).toBe(moments.length);
    expect(Math.max(...moments)).toBeLessThan(Date.now());
    expect(rowsOf("product").at(-1)?.handle).toBe("skerry-sailing-jacket");
  });
});

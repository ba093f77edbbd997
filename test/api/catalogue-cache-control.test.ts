import { describe, expect } from "vitest";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const FOR_VISITORS = "public, max-age=60";

const { it, shop } = withShop(() => startShop({ TRADEWIND_CATALOGUE_CACHE_CONTROL: FOR_VISITORS }));

const cacheControl = async (path: string, headers: Record<string, string> = {}) =>
  (await shop.visitor().get(path, { headers })).headers.get("cache-control");

describe("with TRADEWIND_CATALOGUE_CACHE_CONTROL", () => {
  it.each(["products", "variants", "product-categories", "collections", "product-tags", "product-types"])(
    "visitors get /store/%s with that Cache-Control",
    async (list) => {
      expect(await cacheControl(`/store/${list}`)).toBe(FOR_VISITORS);
    },
  );

  it("the answer names the headers that it depends on", async () => {
    const { headers } = await shop.visitor().get("/store/products");
    expect(headers.get("vary")).toContain("Origin, X-Publishable-Api-Key, Authorization, Cookie");
  });

  it.each([
    ["a token", "", { authorization: "Bearer nonsense" }],
    ["a cookie", "", { cookie: "connect.sid=nonsense" }],
    ["a cart", "?cart_id=cart_unknown", {}],
  ])("an answer to a request with %s is private", async (_what, query, headers) => {
    const sent = headers as Record<string, string>;
    expect(await cacheControl(`/store/collections${query}`, sent)).not.toBe(FOR_VISITORS);
    const { status } = await shop.visitor().get(`/store/products${query}`, { headers: sent });
    const shown = await cacheControl(`/store/products${query}`, sent);
    expect(shown).toBe(status === 200 ? "private, no-cache" : null);
  });

  it("nothing else can be cached", async () => {
    expect(await cacheControl("/store/products/prod_unknown")).toBeNull();
    expect(await cacheControl("/store/regions")).toBeNull();
    expect((await shop.admin.get("/admin/products")).headers.get("cache-control")).toBeNull();
    const cart = await shop.visitor().post("/store/carts", {});
    expect(cart.headers.get("cache-control")).toBeNull();
  });

  it("is answered with 304 and the same Cache-Control", async () => {
    const { headers } = await shop.visitor().get("/store/products");
    const again = await shop.visitor().get("/store/products", {
      headers: { "if-none-match": headers.get("etag")! },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get("cache-control")).toBe(FOR_VISITORS);
  });
});

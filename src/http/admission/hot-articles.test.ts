import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { HotArticles } from "./hot-articles.ts";

const request = (url: string, params: object = {}, body?: unknown): FastifyRequest =>
  ({ routeOptions: { url }, params, body }) as unknown as FastifyRequest;

const addLine = (cart: string, variant: unknown) =>
  request("/store/carts/:id/line-items", { id: cart }, { variant_id: variant, quantity: 1 });
const complete = (cart: string) => request("/store/carts/:id/complete", { id: cart });

/** So many carts with it, one after the other, within a second. */
const wantedBy = (hot: HotArticles, carts: number, variant: string, at: number) =>
  Array.from({ length: carts }, (_, number) => hot.of(addLine(`${variant}-${number}`, variant), at)).at(-1);

describe("hot articles", () => {
  it("are those that many requests of a second are about", () => {
    const hot = new HotArticles();
    expect(wantedBy(hot, 19, "a", 5_000)).toBeUndefined();
    expect(wantedBy(hot, 1, "b", 5_100)).toBeUndefined();
    expect(wantedBy(hot, 1, "a", 5_200)).toBe("a");
  });

  it("are known by their carts, whatever is done with these", () => {
    const hot = new HotArticles();
    wantedBy(hot, 20, "a", 5_000);
    hot.of(addLine("of-b", "b"), 5_000);
    expect(hot.of(complete("a-7"), 5_500)).toBe("a");
    expect(hot.of(request("/store/shipping-options/:cart_id", { cart_id: "a-7" }), 5_500)).toBe("a");
    expect(hot.of(complete("of-b"), 5_500)).toBeUndefined();
    expect(hot.of(complete("unknown"), 5_500)).toBeUndefined();
    expect(hot.of(request("/store/products/:id", { id: "a-7" }), 5_500)).toBeUndefined();
  });

  it("are those of new carts with goods", () => {
    const hot = new HotArticles();
    const create = (items: unknown) => hot.of(request("/store/carts", {}, { items }), 5_000);
    for (let number = 0; number < 19; number++) create([{ variant_id: "a", quantity: 1 }]);
    expect(create([{ variant_id: "a", quantity: 1 }])).toBe("a");
  });

  it("cool down when they are no longer asked for", () => {
    const hot = new HotArticles();
    wantedBy(hot, 20, "a", 5_000);
    expect(hot.of(complete("a-1"), 6_900)).toBe("a");
    expect(hot.of(complete("a-1"), 8_000)).toBeUndefined();
  });

  it("are not looked for in what no client of v1 sends", () => {
    const hot = new HotArticles();
    const bodies = [null, "text", 5, [], { items: 5 }, { items: [null] }, { variant_id: { a: 1 } }];
    for (const body of bodies)
      expect(hot.of(request("/store/carts/:id/line-items", { id: "c" }, body), 5_000)).toBeUndefined();
    expect(wantedBy(hot, 30, "a".repeat(101), 5_000)).toBeUndefined();
  });
});

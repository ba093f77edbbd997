import type { FastifyReply } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogQuery, LogState } from "./change-log.ts";
import { DocumentCache } from "./document-cache.ts";

const request = { method: "GET", headers: {}, routeOptions: { url: "/store/products" } };
const reply = { request, type: () => reply, header: () => reply } as unknown as FastifyReply;
const HOUR = 3_600_000;

/** A database whose log the test writes. */
function aShop({ bytes = 1_000_000, areReplicated = false } = {}) {
  const shop = { run: "1", version: "1", edges: [] as number[], log: [] as string[], isDown: false };
  const queries: LogQuery[] = [];
  const made = { answers: 0, pages: 0, documents: [] as string[] };
  const read = async (query: LogQuery): Promise<LogState> => {
    queries.push(query);
    if (shop.isDown) throw new Error("down");
    const { run, version, log } = shop;
    const next = Math.min(...shop.edges.filter((edge) => edge >= query.now));
    const until = version === query.version || next === Number.POSITIVE_INFINITY ? null : next;
    const subjects = query.snapshot === null ? [] : log.slice(Number(query.snapshot));
    const snapshot = String(log.length);
    await Promise.resolve();
    return { snapshot, run, version, subjects: subjects.length > 0 ? subjects : null, until };
  };
  const cache = new DocumentCache({ bytes, areReplicated }, read);
  const jsonOf = (answer: unknown) => (answer instanceof Buffer ? JSON.parse(answer.toString()) : answer);
  const get = async (key = "list", subjects?: string[]): Promise<number> => {
    const isList = subjects === undefined;
    const make = async () => ({ answer: { number: ++made.answers }, subjects, isList });
    return jsonOf(await cache.answer(reply, { key: [key], make })).number;
  };
  interface PageOptions {
    key?: string;
    gone?: string[];
    regionId?: string;
    limit?: number;
    offset?: number;
  }
  const getPage = async (ids: string[], options: PageOptions = {}) => {
    const { key = ids.join(), gone = [], regionId = "", limit = 100, offset = 0 } = options;
    const answer = await cache.answerPage(reply, {
      key: [key, [limit, offset]],
      documentKey: [regionId],
      subjects: regionId ? [regionId] : [],
      name: "products",
      paging: { applied: { limit, offset }, shown: { limit, offset } },
      readIds: async (paging) => {
        made.pages++;
        return { ids: ids.slice(paging.offset, paging.offset + paging.limit), count: ids.length };
      },
      readDocuments: async (missing) => {
        made.documents.push(...missing);
        return missing
          .filter((id) => !gone.includes(id))
          .map((id) => ({ id, number: made.documents.length }));
      },
      make: async () => ({ answer: { products: [], count: -1 } }),
    });
    return jsonOf(answer);
  };
  return { shop, cache, get, getPage, made, queries };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000_000, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("a cached answer", () => {
  it("is made again when the catalogue has changed", async () => {
    const { shop, get } = aShop();
    expect([await get(), await get()]).toEqual([1, 1]);
    shop.version = "2";
    expect([await get(), await get()]).toEqual([2, 2]);
  });

  it("about one product is made again when that product has changed, and not with others", async () => {
    const { shop, get } = aShop();
    expect([await get("shirt", ["shirt"]), await get("shirt", ["shirt"])]).toEqual([1, 1]);
    shop.version = "2";
    shop.log.push("mug");
    expect(await get("shirt", ["shirt"])).toBe(1);
    shop.log.push("shirt");
    expect([await get("shirt", ["shirt"]), await get("shirt", ["shirt"])]).toEqual([2, 2]);
    shop.log.push("catalogue");
    expect([await get("shirt", ["shirt"]), await get("shirt", ["shirt"])]).toEqual([3, 3]);
  });

  it("is made again when the log is another one", async () => {
    const { shop, get } = aShop();
    expect([await get(), await get()]).toEqual([1, 1]);
    shop.run = "2";
    expect([await get(), await get()]).toEqual([2, 2]);
  });

  it("is valid until a price list starts or ends, and is dropped when the clock is set back", async () => {
    const { shop, get } = aShop();
    const begin = Date.now();
    shop.edges = [begin + HOUR, begin + 2 * HOUR];
    expect([await get(), await get()]).toEqual([1, 1]);
    vi.setSystemTime(begin + HOUR - 1);
    expect(await get()).toBe(1);
    vi.setSystemTime(begin + HOUR + 1);
    expect([await get(), await get()]).toEqual([2, 2]);
    vi.setSystemTime(begin + 1);
    expect([await get(), await get()]).toEqual([3, 3]);
  });

  it("is not stored when making it fails, or when it must not be cached", async () => {
    const { cache, get } = aShop();
    const make = () => Promise.reject(new Error("refused"));
    await expect(cache.answer(reply, { key: ["list"], make })).rejects.toThrow("refused");
    const own = await cache.answer(reply, { key: null, make: async () => ({ answer: { own: true } }) });
    expect(own).toEqual({ own: true });
    expect(await get()).toBe(1);
  });

  it("is evicted when it was not requested for the longest time", async () => {
    const { cache, get } = aShop({ bytes: 80_000 });
    for (let number = 0; number < 200; number++) {
      await get(`list ${number}`);
      await get("requested");
      expect(cache.size).toBeLessThanOrEqual(80_000);
    }
    expect(await get("requested")).toBe(2);
  });

  it("may fill the whole cache while nothing else is requested", async () => {
    const { cache, get, made } = aShop({ bytes: 80_000 });
    for (let number = 0; number < 200 && cache.size < 60_000; number++) await get(`list ${number}`);
    const before = made.answers;
    expect(await get("list 0")).toBe(1);
    expect(made.answers).toBe(before);
  });
});

describe("a page", () => {
  it("is put together from its documents, which other pages share", async () => {
    const { getPage, made } = aShop();
    expect(await getPage(["shirt", "mug"])).toEqual({
      products: [
        { id: "shirt", number: 2 },
        { id: "mug", number: 2 },
      ],
      count: 2,
      limit: 100,
      offset: 0,
    });
    expect((await getPage(["mug", "hat"])).products.map(({ id }: { id: string }) => id)).toEqual([
      "mug",
      "hat",
    ]);
    expect(made).toMatchObject({ pages: 2, documents: ["shirt", "mug", "hat"] });
  });

  it("reads only the documents that have changed", async () => {
    const { shop, getPage, made } = aShop();
    await getPage(["shirt", "mug"]);
    shop.log.push("mug");
    await getPage(["shirt", "mug"]);
    await getPage(["shirt", "mug"]);
    expect(made).toMatchObject({ pages: 1, documents: ["shirt", "mug", "mug"] });
  });

  it("is listed again when the catalogue has changed, from the same documents", async () => {
    const { shop, getPage, made } = aShop();
    await getPage(["shirt", "mug"]);
    shop.version = "2";
    await getPage(["mug", "shirt"], { key: "shirt,mug" });
    expect(made).toMatchObject({ pages: 2, documents: ["shirt", "mug"] });
  });

  it("has its own documents for each region, which change with the region", async () => {
    const { shop, getPage, made } = aShop();
    await getPage(["shirt"], { regionId: "north" });
    await getPage(["shirt"], { regionId: "south", key: "south" });
    shop.log.push("north");
    await getPage(["shirt"], { regionId: "north" });
    await getPage(["shirt"], { regionId: "south", key: "south" });
    expect(made.documents).toEqual(["shirt", "shirt", "shirt"]);
  });

  it("is made by the plain read when it is empty, or when a product is gone since it was listed", async () => {
    const { getPage, made } = aShop();
    expect(await getPage([])).toEqual({ products: [], count: -1 });
    expect(await getPage(["shirt", "mug"], { gone: ["mug"] })).toEqual({ products: [], count: -1 });
    await getPage(["shirt", "mug"]);
    expect(made.pages).toBe(3);
  });

  it("of a short list is taken from the whole list, which is read once for all pages", async () => {
    const { shop, getPage, made } = aShop();
    const ids = ["shirt", "mug", "hat", "belt"];
    const idsAt = async (offset: number) => {
      const { products, count } = await getPage(ids, { key: "all", limit: 1, offset });
      return [...products.map(({ id }: { id: string }) => id), count];
    };
    expect(await idsAt(0)).toEqual(["shirt", 4]);
    expect([await idsAt(3), await idsAt(1), await idsAt(2)]).toEqual([
      ["belt", 4],
      ["mug", 4],
      ["hat", 4],
    ]);
    expect(made.pages).toBe(2);
    shop.version = "2";
    ids.unshift("scarf");
    expect([await idsAt(0), await idsAt(4)]).toEqual([
      ["scarf", 5],
      ["belt", 5],
    ]);
    expect(made.pages).toBe(3);
  });

  it("of a long list is read by itself, also when the list was short before", async () => {
    const { shop, getPage, made } = aShop({ bytes: 10_000_000 });
    const ids = ["shirt", "mug"];
    const last = async () => {
      const { products, count } = await getPage(ids, { key: "all", limit: 1, offset: ids.length - 1 });
      return [products[0].id, count];
    };
    expect([await last(), await last()]).toEqual([
      ["mug", 2],
      ["mug", 2],
    ]);
    ids.push(...Array.from({ length: 2_000 }, (_, index) => `poster ${index}`));
    shop.version = "2";
    expect(await last()).toEqual(["poster 1999", 2_002]);
    const before = made.pages;
    ids.push("lamp");
    shop.version = "3";
    expect(await last()).toEqual(["lamp", 2_003]);
    expect(made.pages).toBe(before + 1);
  });
});

describe("the log", () => {
  it("is read by one query for all requests that arrive during the query before", async () => {
    const { get, queries } = aShop();
    await get("a");
    const before = queries.length;
    await Promise.all(Array.from({ length: 20 }, () => get("a")));
    expect(queries.length - before).toBe(2);
  });

  it("that cannot be read fails the requests that shared the query, and no others", async () => {
    const { shop, get } = aShop();
    shop.isDown = true;
    const all = await Promise.allSettled([1, 2, 3].map(() => get("a")));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    shop.isDown = false;
    expect(await get("a")).toBe(1);
  });

  it("that cannot be read leaves requests to the replicas, and nothing is cached", async () => {
    const { shop, cache, get } = aShop({ areReplicated: true });
    shop.isDown = true;
    expect([await get("a"), await get("a")]).toEqual([1, 2]);
    expect(cache.size).toBe(0);
  });
});

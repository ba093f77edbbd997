import type { FastifyReply } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StateQuery, StateResult } from "./coalesced-validation.ts";
import { ResponseCache } from "./response-cache.ts";

const reply = { type: () => reply } as unknown as FastifyReply;
const HOUR = 3_600_000;

/** A database whose state the test sets. */
function aShop(bytes = 1_000_000) {
  const shop = { version: "1", transactions: 0, edges: [] as number[], stock: {} as Record<string, string> };
  const questions: StateQuery[] = [];
  let made = 0;
  const ask = async (question: StateQuery): Promise<StateResult> => {
    questions.push(question);
    const snapshot = String(shop.transactions);
    const { version } = shop;
    const next = Math.min(...shop.edges.filter((edge) => edge >= question.now));
    const until = version === question.version || next === Number.POSITIVE_INFINITY ? null : next;
    const stock = { ...shop.stock };
    await Promise.resolve();
    return { snapshot, state: snapshot === question.snapshot ? null : { version, stock, until } };
  };
  const answers = new ResponseCache({ bytes }, ask);
  const get = async (key = "list", stock: [string, string | null][] = []) => {
    const make = async () => ({ answer: { number: ++made }, stock: new Map(stock) });
    const body = (await answers.answer(reply, { key: [key], make })) as unknown as Buffer;
    return JSON.parse(body.toString()).number as number;
  };
  return { shop, answers, get, questions };
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000_000, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("a cached response", () => {
  it("is made once, and again when the catalogue or its stock has changed", async () => {
    const { shop, get } = aShop();
    shop.stock = { shirt: "7" };
    const shirt: [string, string][] = [["shirt", "7"]];
    expect([await get("list", shirt), await get("list", shirt)]).toEqual([1, 1]);
    shop.transactions++;
    expect(await get("list", shirt)).toBe(1);
    shop.transactions++;
    shop.stock = { shirt: "8" };
    expect([await get("list", [["shirt", "8"]]), await get("list", shirt)]).toEqual([2, 2]);
    shop.transactions++;
    shop.version = "1,2";
    expect([await get("list", [["shirt", "8"]]), await get("list", shirt)]).toEqual([3, 3]);
  });

  it("is valid until a price list starts or ends, and is dropped when the clock is set back", async () => {
    const { shop, get } = aShop();
    const begin = Date.now();
    shop.edges = [begin + HOUR, begin + 2 * HOUR];
    expect([await get(), await get()]).toEqual([1, 1]);
    vi.setSystemTime(begin + HOUR - 1);
    expect(await get()).toBe(1);
    vi.setSystemTime(begin + HOUR);
    expect(await get()).toBe(2);
    vi.setSystemTime(begin + HOUR + 1);
    expect([await get(), await get()]).toEqual([3, 3]);
    vi.setSystemTime(begin + 1);
    expect([await get(), await get()]).toEqual([4, 4]);
    vi.setSystemTime(begin + HOUR + 1);
    expect(await get()).toBe(5);
  });

  it("is not stored when making it fails, or when the answer must not be cached", async () => {
    const { answers, get } = aShop();
    const make = () => Promise.reject(new Error("refused"));
    await expect(answers.answer(reply, { key: ["list"], make })).rejects.toThrow("refused");
    const own = await answers.answer(reply, { key: null, make: async () => ({ answer: { own: true } }) });
    expect(own).toEqual({ own: true });
    expect(await get()).toBe(1);
  });

  it("is evicted when it is not requested for longest", async () => {
    const { answers, get } = aShop(20_000);
    for (let number = 0; number < 200; number++) {
      await get(`list ${number}`);
      await get("asked for");
      expect(answers.size).toBeLessThanOrEqual(20_000);
    }
    expect(await get("asked for")).toBe(2);
    expect(answers.size).toBeGreaterThan(10_000);
  });
});

describe("validation", () => {
  it("is one query for all requests that arrive during the query before", async () => {
    const { get, questions } = aShop();
    await Promise.all(["a", "b"].map((key) => get(key)));
    const before = questions.length;
    await Promise.all(Array.from({ length: 20 }, (_, index) => get(index % 2 === 0 ? "a" : "b")));
    expect(questions.length - before).toBe(2);
  });

  it("that fails, fails for the requests that shared it only", async () => {
    let isDown = true;
    const answers = new ResponseCache({ bytes: 1_000 }, async () => {
      if (isDown) throw new Error("down");
      return { snapshot: null, state: { version: "1", stock: null, until: null } };
    });
    const make = async () => ({ answer: {} });
    const all = await Promise.allSettled([1, 2, 3].map(() => answers.answer(reply, { key: ["a"], make })));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    isDown = false;
    await answers.answer(reply, { key: ["a"], make });
  });

  it("that fails is skipped when replicas can answer, and nothing is cached", async () => {
    let made = 0;
    const answers = new ResponseCache({ bytes: 1_000, areReplicated: true }, () =>
      Promise.reject(new Error("down")),
    );
    const get = () =>
      answers.answer(reply, { key: ["a"], make: async () => ({ answer: { number: ++made } }) });
    expect([await get(), await get()]).toEqual([{ number: 1 }, { number: 2 }]);
    expect(answers.size).toBe(0);
  });
});

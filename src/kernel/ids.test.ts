import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let newId: typeof import("./ids.ts").newId;
beforeEach(async () => {
  // A copy of its own: others are not to live in the future that is made up here.
  vi.resetModules();
  ({ newId } = await import("./ids.ts"));
});

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const numberIn = (id: string) =>
  [...id.split("_")[1]!].reduce((value, digit) => value * 32n + BigInt(DIGITS.indexOf(digit)), 0n);

afterEach(() => {
  vi.useRealTimers();
});

describe("an id", () => {
  it("has a prefix for its kind and the time of its creation", () => {
    const before = Date.now();
    const id = newId("cart");
    expect(id).toMatch(/^cart_[0-9A-HJKMNP-TV-Z]{26}$/);
    const time = Number(numberIn(id) >> 80n);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now() + 1);
  });

  it("is larger than those before, also within a millisecond and when the clock goes back", () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    const ids = Array.from({ length: 5_000 }, () => newId("x"));
    vi.setSystemTime(Date.now() - 5_000);
    ids.push(...Array.from({ length: 5_000 }, () => newId("x")));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("does not reveal the next one", () => {
    vi.useFakeTimers({ now: Date.now() + 120_000 });
    const values = Array.from({ length: 2_000 }, () => numberIn(newId("x")));
    const steps = values.slice(1).map((value, index) => value - values[index]!);
    // Of steps by chance, up to a million million, hardly any is below a hundred million.
    expect(steps.filter((step) => step < 100_000_000n).length).toBeLessThan(10);
    expect(new Set(steps).size).toBe(steps.length);
  });
});

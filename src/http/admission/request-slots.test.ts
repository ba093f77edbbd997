import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callerOfArticle, RequestSlots } from "./request-slots.ts";
import { kindOfRoute, type WorkKind } from "./work-kinds.ts";

const here = new AbortController().signal;
const slotsOf = (most: number, waiting = 1_000) => new RequestSlots({ most, waiting });

const takeAll = (slots: RequestSlots, kind: WorkKind, caller = "a") => {
  let taken = 0;
  while (taken < 1_000 && slots.takeNow(kind, caller)) taken++;
  return taken;
};

describe("slots of requests", () => {
  it("are fewer for less important work, and checkouts have their own", () => {
    const takenBy = (kind: WorkKind) => takeAll(slotsOf(20), kind);
    expect(["cart", "catalogue"].map((kind) => takenBy(kind as WorkKind))).toEqual([20, 16]);
    const slots = slotsOf(20);
    expect(takeAll(slots, "cart")).toBe(20);
    expect(takeAll(slots, "checkout")).toBe(200);
  });

  it("are left to one of each kind, so that none stands still", () => {
    const slots = slotsOf(20);
    takeAll(slots, "cart");
    expect([takeAll(slots, "catalogue"), takeAll(slots, "admin"), takeAll(slots, "bulk")]).toEqual([1, 1, 1]);
  });

  it("are shared by users", () => {
    const slots = slotsOf(20);
    expect([takeAll(slots, "admin", "ada"), takeAll(slots, "admin", "bo")]).toEqual([6, 6]);
  });

  it("are few for those who want the same hot article, and others do not wait behind them", async () => {
    const slots = slotsOf(20);
    const crowd = callerOfArticle("a");
    expect([takeAll(slots, "cart", crowd), takeAll(slots, "checkout", crowd)]).toEqual([2, 2]);
    const waiting = slots.take("cart", crowd, here);
    expect(slots.takeNow("cart", "b")).toBe(true);
    slots.free("cart", "b");
    expect(slots.waiting).toBe(1);
    slots.free("cart", crowd);
    await waiting;
    expect(slots.takeNow("cart", crowd)).toBe(false);
  });

  it("go to the most important kind that waits, and to callers in turns", async () => {
    const slots = slotsOf(1);
    const order: string[] = [];
    const work = async (kind: WorkKind, caller: string) => {
      if (!slots.takeNow(kind, caller)) await slots.take(kind, caller, here);
      order.push(`${kind} of ${caller}`);
      await pause(0);
      slots.free(kind, caller);
    };
    await Promise.all([
      work("cart", "a"),
      work("cart", "a"),
      work("cart", "a"),
      work("cart", "b"),
      work("cart", "a"),
    ]);
    expect(order).toEqual(["cart of a", "cart of a", "cart of b", "cart of a", "cart of a"]);
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it("are refused at once when too many wait, and to a client that is gone", async () => {
    const slots = slotsOf(1, 1);
    takeAll(slots, "cart");
    const gone = new AbortController();
    const waiting = slots.take("cart", "a", gone.signal);
    await expect(slots.take("cart", "b", here)).rejects.toMatchObject({ code: "overloaded" });
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: "overloaded" });
    await expect(slots.take("cart", "b", gone.signal)).rejects.toMatchObject({ code: "overloaded" });
    expect([slots.running, slots.waiting]).toEqual([1, 0]);
  });
});

describe("a request that waits for a slot", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is not refused while a burst is worked off, however long that takes", async () => {
    const slots = slotsOf(1);
    takeAll(slots, "cart");
    const served: number[] = [];
    const burst = Array.from({ length: 80 }, () =>
      slots.take("cart", "a", here).then(() => served.push(performance.now())),
    );
    for (let done = 0; done < burst.length; done++) {
      await vi.advanceTimersByTimeAsync(100);
      slots.free("cart", "a");
    }
    await Promise.all(burst);
    expect(served.length).toBe(80);
  });

  it("is refused within a second when more keep coming than can be done", async () => {
    const slots = slotsOf(1);
    takeAll(slots, "cart");
    const waits: number[] = [];
    for (let second = 0; second < 12; second++) {
      for (let visitor = 0; visitor < 10; visitor++) {
        const began = performance.now();
        slots
          .take("cart", `visitor ${second}.${visitor}`, here)
          .catch(() => waits.push(performance.now() - began));
        await vi.advanceTimersByTimeAsync(100);
      }
    }
    // The first have waited until it was sure that it is no burst.
    expect(waits[0]).toBeGreaterThanOrEqual(3_000);
    expect(waits.length).toBeGreaterThan(100);
    expect(Math.max(...waits.slice(50))).toBeLessThanOrEqual(600);
  });

  it("is refused after ten seconds in any case", async () => {
    const slots = slotsOf(1);
    takeAll(slots, "checkout");
    const began = performance.now();
    let refusedAfter = 0;
    slots.take("checkout", "a", here).catch(() => {
      refusedAfter = performance.now() - began;
    });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(refusedAfter).toBe(10_000);
  });
});

describe("the kind of work", () => {
  it("is told by the path and the method of a route", () => {
    const kinds = [
      ["POST", "/store/carts/:id/complete"],
      ["POST", "/store/carts/:id/payment-sessions"],
      ["POST", "/hooks/payment/:provider_id"],
      ["POST", "/store/carts/:id/line-items"],
      ["GET", "/store/carts/:id"],
      ["POST", "/store/auth"],
      ["GET", "/store/products"],
      ["POST", "/store/products/search"],
      ["GET", "/admin/orders"],
      ["GET", "/admin/reports/sales"],
      ["GET", "/admin/abandoned-carts/export"],
      ["GET", "/health"],
    ].map(([method, url]) => kindOfRoute({ method, url } as never));
    expect(kinds).toEqual([
      "checkout",
      "checkout",
      "checkout",
      "cart",
      "cart",
      "cart",
      "catalogue",
      "catalogue",
      "admin",
      "bulk",
      "bulk",
      null,
    ]);
  });
});

import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FairSlots, type SlotLimits } from "./fair-slots.ts";

const here = new AbortController().signal;
const slotsWith = (limits: Partial<SlotLimits> = {}) =>
  new FairSlots({
    most: 2,
    mostPerAddress: 1,
    waiting: 10,
    waitingPerAddress: 3,
    wait: 60_000,
    ...limits,
  });

/** A request that is still waiting when its test ends: it is refused afterwards. */
const leaveWaiting = (slots: FairSlots, address: string) => {
  slots.take(address, here).catch(() => undefined);
};

describe("slots", () => {
  it("are taken at once while there are some, and each address has its share", async () => {
    const slots = slotsWith();
    await slots.take("a", here);
    await slots.take("b", here);
    expect([slots.running, slots.waiting]).toEqual([2, 0]);
    leaveWaiting(slots, "a");
    await pause(0);
    expect([slots.running, slots.waiting]).toEqual([2, 1]);
  });

  it("are given to addresses in turns", async () => {
    const slots = slotsWith({ most: 1 });
    const order: string[] = [];
    const work = async (address: string) => {
      const free = await slots.take(address, here);
      order.push(address);
      await pause(0);
      free();
    };
    await Promise.all(["a", "a", "a", "b", "c", "b"].map(work));
    expect(order).toEqual(["a", "a", "b", "c", "a", "b"]);
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it("have short queues: an address with many requests is refused, then everyone", async () => {
    const slots = slotsWith({ waiting: 4 });
    for (let count = 0; count < 4; count++) leaveWaiting(slots, "a");
    await expect(slots.take("a", here)).rejects.toMatchObject({ code: "too_many_reads" });
    await slots.take("b", here);
    leaveWaiting(slots, "b");
    await expect(slots.take("b", here)).rejects.toMatchObject({ code: "busy" });
    expect(slots.refused).toEqual({ queue: 1, address: 1, wait: 0 });
  });

  it("are not waited for longer than allowed, and not by a client that is gone", async () => {
    const slots = slotsWith({ most: 1, wait: 1 });
    const free = await slots.take("a", here);
    await expect(slots.take("b", here)).rejects.toMatchObject({ code: "busy" });
    const gone = new AbortController();
    const waiting = slots.take("c", gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: "busy" });
    expect(slots.waiting).toBe(0);
    free();
    free();
    expect(slots.running).toBe(0);
  });
});

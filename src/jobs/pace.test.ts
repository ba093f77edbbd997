import { describe, expect, it } from "vitest";
import { Pace } from "./pace.ts";

/** How long a job rests after parts of its work of so many milliseconds, in a shop that served a visitor so long ago. */
async function restsAfter(parts: number[], { visitedAgo }: { visitedAgo: number }): Promise<number[]> {
  let now = 1_000_000;
  let rested = 0;
  const pause = async (milliseconds: number) => {
    rested += milliseconds;
    now += milliseconds;
  };
  const work = new Pace(() => now - visitedAgo, { now: () => now, pause }).begin();
  const rests: number[] = [];
  for (const part of parts) {
    now += part;
    rested = 0;
    await work.rest();
    rests.push(rested);
  }
  return rests;
}

describe("long work in the background", () => {
  it("rests three times as long as it works while visitors are served", async () => {
    expect(await restsAfter([100, 40, 60_000], { visitedAgo: 900 })).toEqual([300, 120, 2_000]);
  });

  it("does not rest after each of many short parts, but after some of them", async () => {
    expect(await restsAfter([5, 5, 5, 5, 5], { visitedAgo: 0 })).toEqual([0, 0, 0, 60, 0]);
  });

  it("does not rest in a shop without visitors", async () => {
    expect(await restsAfter([100, 100], { visitedAgo: 1_100 })).toEqual([0, 0]);
  });
});

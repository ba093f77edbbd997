import { expect, it } from "vitest";
import { soak } from "./soak.ts";

// The short form of `npm run test:soak`, see docs/faults.md.
it("a shop in trouble keeps what it acknowledged, and everything adds up", { timeout: 300_000 }, async () => {
  const report = await soak({
    seed: 7,
    seconds: 9,
    checkEvery: 9,
    servers: 2,
    shoppers: 6,
    merchants: 2,
    longestPause: 2_000,
    betweenFaults: [250, 800],
  });
  expect(report.violations).toEqual([]);
  expect(report.counts["orders"]).toBeGreaterThan(0);
  expect(Object.keys(report.counts).filter((name) => name.startsWith("fault ")).length).toBeGreaterThan(5);
});

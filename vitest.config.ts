import { configDefaults, defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";
import { SlowestFirst } from "./test/support/slowest-first.ts";

/** Tests that kill servers and databases, run many processes at once, or go on for minutes: `npm run test:faults`. */
export const LONG = ["faults", "races", "scale", "soak", "fuzz"].map((name) => `test/${name}/**/*.test.ts`);

export const base: InlineConfig = {
  globalSetup: ["test/support/global-setup.ts"],
  pool: "forks",
  // Test files share what they import: they have a database each, and nothing else that could differ.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // One more than the cores of a small machine: many tests wait for a process or a clock.
  maxWorkers: 3,
  sequence: { sequencer: SlowestFirst },
};

export default defineConfig({
  test: {
    ...base,
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...LONG],
  },
});

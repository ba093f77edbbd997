import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./test/support/slowest-first.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    // Test files share what they import: they have a database each, and nothing else that could differ.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One more than the cores of a small machine: many tests wait for a process or a clock.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
  },
});

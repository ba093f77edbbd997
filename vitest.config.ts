import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";
import { SlowestFirst } from "./test/support/runner/slowest-first.ts";
import { patience } from "./test/support/time/patience.ts";

/**
 * Tests that kill servers and databases, run many processes, need other programs (nginx, Chromium, ...), or go on for minutes:
 * `npm run test:faults`, and most of them `npm run test:short`.
 */
export const LONG = [
  ...["faults", "races", "scale", "soak", "fuzz", "cli", "deploy", "package"].map(
    (name) => `test/${name}/**/*.test.ts`,
  ),
  "test/docs/{guides-in-order,reference-page}.test.ts",
  "test/db/{adopt,adopt-at-once,adopt-hosts,adopt-roles,adopt-undo,restored-backup}.test.ts",
  "test/telemetry/tracing-off.test.ts",
  "test/plugins/{every-operation,examples,test-shop}.test.ts",
];

/** A new shop for each page of the guides: `npm run test:guides`. The same pages in their order are among the long tests. */
export const GUIDES = ["test/docs/guides-alone.test.ts"];

/** Stories in the pages of the dashboard: `npm run test:dashboard`. Each starts a browser, so they take minutes together. */
export const DASHBOARD = ["test/dashboard/**/*.test.ts"];

/** Tests have no time limits of their own. This one ends a test that hangs, and grows with the slowness of the machine. */
const LIMIT = patience(300_000);

export const base: InlineConfig = {
  globalSetup: ["test/support/runner/global-setup.ts"],
  // Plugins of the repository that tests load in this process.
  alias: { "tradewind/plugin": fileURLToPath(new URL("./src/plugins/index.ts", import.meta.url)) },
  pool: "forks",
  // Test files share what they import: they have a database each, and nothing else that could differ.
  isolate: false,
  testTimeout: LIMIT,
  hookTimeout: LIMIT,
  // One more than the cores of a small machine: many tests wait for a process or a clock.
  maxWorkers: 3,
  sequence: { sequencer: SlowestFirst },
};

export default defineConfig({
  test: {
    ...base,
    // Those of the examples are tests of Node, which test/plugins/examples.test.ts runs.
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...LONG, ...GUIDES, ...DASHBOARD],
  },
});

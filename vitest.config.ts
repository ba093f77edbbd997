import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    // Test files share what they import: they have a database each, and nothing else that could differ.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The machine is shared by the database and the tests.
    maxWorkers: 2,
  },
});

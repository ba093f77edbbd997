import { test } from "vitest";

/**
 * A set-up for all tests of a file. It runs before the first of them, the clean-up after the last:
 *
 *     let servers: Servers;
 *     const it = withSetup(
 *       async () => {
 *         servers = await startServers(2);
 *       },
 *       () => servers.close(),
 *     );
 *
 * A set-up that fails is a failure of every test of the file; after a `beforeAll` that fails, Vitest skips them.
 * Hooks that need the set-up are `it.beforeEach` and `it.afterEach`.
 */
export function withSetup(setUp: () => unknown, cleanUp: () => unknown = () => {}) {
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
  return test.extend("setup", { scope: "file", auto: true }, async ({}, { onCleanup }) => {
    try {
      await setUp();
    } catch (error) {
      // What was started before the failure must not outlive the tests. The failure is the first error, not this one.
      await Promise.resolve()
        .then(cleanUp)
        .catch(() => {});
      throw error;
    }
    onCleanup(async () => {
      await cleanUp();
    });
  });
}

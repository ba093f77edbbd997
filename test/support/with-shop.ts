import { test } from "vitest";
import { type StartedShop, startShop } from "./app.ts";
import { handleOf } from "./handle.ts";

/**
 * One running shop for the tests of a file, started before the first of them and closed after the last:
 *
 *     const { it, shop } = withShop();
 *
 * `start` is for a shop with settings of its own, `afterwards` for what is removed once the shop is closed. Further
 * steps before the tests are `it.beforeAll`, which runs when the shop is up. A start that fails is a failure of every
 * test of the file.
 */
export function withShop<Shop extends StartedShop = StartedShop>(
  start: () => Promise<Shop> = startShop as () => Promise<Shop>,
  afterwards?: () => unknown,
) {
  let running: Shop | undefined;
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
  const it = test.extend("shop", { scope: "file", auto: true }, async ({}, { onCleanup }) => {
    running = await start();
    onCleanup(async () => {
      await running?.close();
      await afterwards?.();
    });
    return running;
  });
  return { it, shop: handleOf(() => running) };
}

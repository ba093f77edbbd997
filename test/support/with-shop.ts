import { test } from "vitest";
import { type StartedShop, startShop, type TestShop } from "./app.ts";

/**
 * One running shop for the tests of a file, started before the first of them and closed after the last:
 *
 *     const { it, shop } = withShop();
 *
 * `start` is for a shop with settings of its own, `afterwards` for what is removed once the shop is closed. Further
 * steps before the tests are `it.beforeAll`, which runs when the shop is up. A start that fails is a failure of every
 * test of the file.
 */
export function withShop(start: () => Promise<StartedShop> = startShop, afterwards?: () => unknown) {
  let running: StartedShop | undefined;
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

/** The shop for functions of the file that are declared before it runs. */
function handleOf(running: () => TestShop | undefined): TestShop {
  const shop = (): TestShop => {
    const started = running();
    if (!started) throw new Error("the shop is not running: use it in tests or in `it.beforeAll`");
    return started;
  };
  return {
    get app() {
      return shop().app;
    },
    get db() {
      return shop().db;
    },
    get baseUrl() {
      return shop().baseUrl;
    },
    get databaseUrl() {
      return shop().databaseUrl;
    },
    get adminId() {
      return shop().adminId;
    },
    get admin() {
      return shop().admin;
    },
    visitor: () => shop().visitor(),
  };
}

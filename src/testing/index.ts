import type { StartTestShop } from "./test-shop.ts";

/**
 * What `tradewind/testing` exports. The server is that of main.js, which is loaded as a library here: a second copy of it would
 * double the package. The types of the package are those of `test-shop.ts`.
 */
export const startTestShop: StartTestShop = async (options) => {
  const server: { startTestShop: StartTestShop } = await import(
    new URL("./main.js?library", import.meta.url).href
  );
  return server.startTestShop(options);
};

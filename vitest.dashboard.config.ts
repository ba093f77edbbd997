import { defineConfig } from "vitest/config";
import { DASHBOARD } from "./vitest.config.ts";
import faults from "./vitest.faults.config.ts";

/**
 * Stories in the pages of the dashboard, in Chromium: `npm run test:dashboard`. Those that are marked as short open every area
 * in about three minutes: `npm run test:stories`. `every-page.test.ts` opens every page, and takes as long alone.
 */
export default defineConfig({
  test: {
    ...faults.test,
    include: DASHBOARD,
    tags: [{ name: "short", description: "CI tells these stories: a few of every area" }],
  },
});

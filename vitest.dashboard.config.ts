import { defineConfig } from "vitest/config";
import { DASHBOARD } from "./vitest.config.ts";
import faults from "./vitest.faults.config.ts";

/** Stories in the pages of the dashboard, in Chromium: `npm run test:dashboard`. */
export default defineConfig({ test: { ...faults.test, include: DASHBOARD } });

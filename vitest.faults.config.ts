import { defineConfig } from "vitest/config";
import { patience } from "./test/support/time/patience.ts";
import { base, LONG } from "./vitest.config.ts";

/** As for the other tests; these start many servers, and some go on for minutes. */
export const LIMIT = patience(900_000);

export default defineConfig({ test: { ...base, include: LONG, testTimeout: LIMIT, hookTimeout: LIMIT } });

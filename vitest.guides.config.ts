import { defineConfig } from "vitest/config";
import { base, GUIDES } from "./vitest.config.ts";
import { LIMIT } from "./vitest.faults.config.ts";

export default defineConfig({ test: { ...base, include: GUIDES, testTimeout: LIMIT, hookTimeout: LIMIT } });

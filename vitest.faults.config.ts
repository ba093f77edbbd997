import { defineConfig } from "vitest/config";
import { base, LONG } from "./vitest.config.ts";

export default defineConfig({ test: { ...base, include: LONG } });

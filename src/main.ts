#!/usr/bin/env node
import { runCommandLine } from "./cli/command-line.ts";

export { startTestShop } from "./testing/start-test-shop.ts";

// `tradewind/testing` imports this file as a library (src/testing/index.ts).
if (new URL(import.meta.url).search !== "?library")
  process.exitCode = await runCommandLine(process.argv.slice(2));

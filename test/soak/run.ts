import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { reportOf } from "./report.ts";

// npm run test:soak -- --minutes 10 [--seed 7]
const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error("usage: npm run test:soak -- [--minutes 10] [--seed 7]");
  process.exit(2);
}

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
execFileSync(process.execPath, [at("scripts/build.mjs")]);
// A build in the meantime does not change what is being tested.
const copy = at(`dist/soak-${process.pid}`);
mkdirSync(copy, { recursive: true });
for (const name of readdirSync(at("dist")).filter((each) => each.endsWith(".js")))
  copyFileSync(at(`dist/${name}`), `${copy}/${name}`);
process.env["TRADEWIND_TEST_MAIN"] = `${copy}/main.js`;

process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

const began = performance.now();
const log = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`);
const { soak } = await import("./soak.ts");
const report = await soak({
  seed,
  seconds: minutes * 60,
  checkEvery: 60,
  servers: 3,
  shoppers: 14,
  merchants: 4,
  longestPause: 30_000,
  betweenFaults: [1_000, 5_000],
  log,
});
console.log(reportOf(report));
process.exit(report.violations.length > 0 ? 1 : 0);

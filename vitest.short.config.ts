import { configDefaults, defineConfig } from "vitest/config";
import { LONG } from "./vitest.config.ts";
import faults from "./vitest.faults.config.ts";

/** What takes long and guards what seldom changes. `npm run test:faults` runs it, before a release and after a change there. */
const SELDOM = [
  // What demo shops, backups, moves and the embedded database do when they are interrupted or tampered with.
  "test/faults/{demo-*,backup,tampered-backup,move,set-back,import-kill}.test.ts",
  "test/faults/{embedded,embedded-*,clocks,full-disk}.test.ts",
  // Killed servers: checkout, fulfilment and webhooks stay, which use the same means.
  "test/faults/{server,order-money,swaps,batch-jobs,plugins}.test.ts",
  "test/soak/*.test.ts",
  "test/races/{many-starts,document-cache-replica}.test.ts",
  "test/scale/{doctor,nginx,pgbouncer,replicas}.test.ts",
  // `npm run test:adopt` adopts databases of v1 and goes back, too.
  "test/db/*.test.ts",
  "test/telemetry/*.test.ts",
  "test/deploy/*.test.ts",
  // `npm run test:journey` packs, installs and starts a shop for the first time, too, and compiles a plugin with every port.
  "test/package/{create-tradewind,release,tradewind}.test.ts",
  "test/cli/first-*.test.ts",
  "test/docs/reference-page.test.ts",
  "test/plugins/{every-operation,examples,test-shop}.test.ts",
  "test/cli/{demo,dev,doctor,health,json-output,operator-errors,production-install}.test.ts",
  "test/cli/{planted-functions,other-databases,adopt-*}.test.ts",
];

/** The short form of `npm run test:faults`, which CI runs: fewer files, and half of the rounds of each race. */
export default defineConfig({
  test: {
    ...faults.test,
    include: LONG,
    exclude: [...configDefaults.exclude, ...SELDOM],
    env: { TRADEWIND_TEST_SHORT: "1" },
  },
});

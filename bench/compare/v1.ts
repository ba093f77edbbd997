import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { lastLines, Problem } from "../support/problem.ts";
import { ADMIN } from "../support/server.ts";

/** The published package, in a folder that git ignores. */
export const V1_FOLDER = resolve("bench/compare/.v1");

const manifest = JSON.stringify(
  {
    name: "v1-beside-tradewind",
    private: true,
    dependencies: {
      "@medusajs/medusa": "1.20.11",
      "@medusajs/event-bus-local": "1.9.9",
      "@medusajs/cache-inmemory": "1.8.11",
      "medusa-fulfillment-manual": "1.1.41",
      "medusa-payment-manual": "1.0.25",
      // What it wants to have beside it.
      "medusa-interfaces": "1.3.10",
      typeorm: "0.3.20",
    },
  },
  null,
  2,
);

// The flags that the recorded conversations were made with.
const config = `module.exports = {
  projectConfig: {
    database_url: process.env.DATABASE_URL,
    jwt_secret: "a secret for the benchmark",
    cookie_secret: "another secret for the benchmark",
  },
  plugins: ["medusa-payment-manual", "medusa-fulfillment-manual"],
  modules: {
    eventBus: { resolve: "@medusajs/event-bus-local" },
    cacheService: { resolve: "@medusajs/cache-inmemory" },
  },
  featureFlags: {
    product_categories: true,
    publishable_api_keys: true,
    sales_channels: true,
    tax_inclusive_pricing: true,
  },
};
`;

const installedAs = join(V1_FOLDER, "installed.json");

/** Installs it if that has not been done, to the end, for exactly these versions. */
export function provideV1(): void {
  mkdirSync(join(V1_FOLDER, "config/medusa"), { recursive: true });
  writeFileSync(join(V1_FOLDER, "medusa-config.js"), config);
  // Where it looks whether it may tell its makers that it is used; the environment alone would not keep it from trying.
  writeFileSync(join(V1_FOLDER, "config/medusa/config.json"), '{"telemetry":{"enabled":false}}');
  if (existsSync(installedAs) && readFileSync(installedAs, "utf8") === manifest) return;
  console.log("installing @medusajs/medusa 1.20.11 into bench/compare/.v1: a minute or two");
  writeFileSync(join(V1_FOLDER, "package.json"), manifest);
  const words = ["install", "--legacy-peer-deps", "--omit=dev", "--no-audit", "--no-fund"];
  const { status, stdout, stderr, error } = spawnSync("npm", words, { cwd: V1_FOLDER, encoding: "utf8" });
  if (status !== 0) {
    throw new Problem(
      `npm could not install @medusajs/medusa 1.20.11 (${error?.message ?? `exit code ${status}`}); ` +
        `it needs the npm registry.\n${lastLines(`${stdout ?? ""}\n${stderr ?? ""}`)}`,
    );
  }
  writeFileSync(installedAs, manifest);
}

export const environmentOfV1 = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  MEDUSA_DISABLE_TELEMETRY: "true",
  XDG_CONFIG_HOME: join(V1_FOLDER, "config"),
});

const COMMAND = join(V1_FOLDER, "node_modules/@medusajs/medusa/cli.js");

export const startOfV1 = [COMMAND, "start"];

/** Its tables, and somebody who may make a shop. */
export function prepareV1(databaseUrl: string): void {
  run(databaseUrl, ["migrations", "run"]);
  run(databaseUrl, ["user", "-e", ADMIN.email, "-p", ADMIN.password]);
}

function run(databaseUrl: string, words: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: V1_FOLDER,
    encoding: "utf8",
    maxBuffer: 100 * 1024 * 1024,
    env: { ...process.env, NODE_ENV: "production", ...environmentOfV1(databaseUrl) },
  });
  if (status !== 0) {
    throw new Problem(`medusa ${words[0]} failed (exit code ${status}):\n${lastLines(stdout + stderr)}`);
  }
}

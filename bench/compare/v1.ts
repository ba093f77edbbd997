import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { lastLines, Problem } from "../support/problem.ts";
import { ADMIN } from "../support/server.ts";

/** An installation of the published package, in a folder that git ignores. */
export interface V1 {
  folder: string;
  dependencies: Record<string, string>;
  plugins: string[];
  modules: string[];
  /** Feature flags that are switched on; null leaves all of them as v1 has them by default. */
  flags: string[] | null;
  /** The installation whose packages it uses. */
  packagesOf?: V1;
}

/** The flags that the recorded conversations were made with. */
const PLAIN_FLAGS = ["product_categories", "publishable_api_keys", "sales_channels", "tax_inclusive_pricing"];

/** As the benchmark measures it: nothing beyond what a shop needs. */
export const PLAIN: V1 = {
  folder: resolve("bench/compare/.v1"),
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
  plugins: ['"medusa-payment-manual"', '"medusa-fulfillment-manual"'],
  modules: [
    'eventBus: { resolve: "@medusajs/event-bus-local" }',
    // Half a minute, as by default, unless the caller wants answers that are never stale.
    'cacheService: { resolve: "@medusajs/cache-inmemory", options: { ttl: Number(process.env.V1_CACHE_SECONDS ?? 30) } }',
  ],
  flags: PLAIN_FLAGS,
};

/** With stock by location, order edits, and files on the disk. */
export const WITH_MODULES: V1 = {
  folder: resolve("bench/compare/.v1-with-modules"),
  dependencies: {
    ...PLAIN.dependencies,
    "@medusajs/inventory": "1.11.7",
    "@medusajs/stock-location": "1.11.6",
    "@medusajs/file-local": "1.0.4",
  },
  plugins: [
    ...PLAIN.plugins,
    '{ resolve: "@medusajs/file-local", options: { upload_dir: "uploads", backend_url: "http://127.0.0.1:" + process.env.PORT } }',
  ],
  modules: [
    ...PLAIN.modules,
    'inventoryService: { resolve: "@medusajs/inventory" }',
    'stockLocationService: { resolve: "@medusajs/stock-location" }',
  ],
  flags: [...PLAIN_FLAGS, "order_editing"],
};

/** As a shop that was never configured: no table for categories, no column for prices with tax. */
export const DEFAULT_FLAGS: V1 = {
  ...PLAIN,
  folder: resolve("bench/compare/.v1-default-flags"),
  flags: null,
  packagesOf: PLAIN,
};

const manifestOf = ({ dependencies }: V1): string =>
  JSON.stringify({ name: "v1-beside-tradewind", private: true, dependencies }, null, 2);

const configOf = ({ plugins, modules, flags }: V1): string => `module.exports = {
  projectConfig: {
    database_url: process.env.DATABASE_URL,
    jwt_secret: "a secret for the benchmark",
    cookie_secret: "another secret for the benchmark",
  },
  plugins: [${plugins.join(", ")}],
  modules: { ${modules.join(", ")} },
  ${flags ? `featureFlags: { ${flags.map((flag) => `${flag}: true`).join(", ")} },` : ""}
};
`;

/** Installs it if that has not been done, to the end, for exactly these versions. */
export function provideV1(v1: V1 = PLAIN): void {
  const { folder } = v1;
  const [manifest, installedAs] = [manifestOf(v1), join(folder, "installed.json")];
  mkdirSync(join(folder, "config/medusa"), { recursive: true });
  writeFileSync(join(folder, "medusa-config.js"), configOf(v1));
  // Where it looks whether it may tell its makers that it is used; the environment alone would not keep it from trying.
  writeFileSync(join(folder, "config/medusa/config.json"), '{"telemetry":{"enabled":false}}');
  if (v1.packagesOf) {
    usePackages(v1, v1.packagesOf);
    return;
  }
  if (existsSync(installedAs) && readFileSync(installedAs, "utf8") === manifest) return;
  console.log(`installing @medusajs/medusa 1.20.11 into ${relative(".", folder)}: a minute or two`);
  writeFileSync(join(folder, "package.json"), manifest);
  const words = ["install", "--legacy-peer-deps", "--omit=dev", "--no-audit", "--no-fund"];
  const { status, stdout, stderr, error } = spawnSync("npm", words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) {
    throw new Problem(
      `npm could not install @medusajs/medusa 1.20.11 (${error?.message ?? `exit code ${status}`}); ` +
        `it needs the npm registry.\n${lastLines(`${stdout ?? ""}\n${stderr ?? ""}`)}`,
    );
  }
  writeFileSync(installedAs, manifest);
}

function usePackages(v1: V1, other: V1): void {
  const { folder } = v1;
  provideV1(other);
  writeFileSync(join(folder, "package.json"), manifestOf(v1));
  const link = join(folder, "node_modules");
  rmSync(link, { force: true });
  symlinkSync(join(other.folder, "node_modules"), link);
}

export const environmentOfV1 = ({ folder }: V1, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  MEDUSA_DISABLE_TELEMETRY: "true",
  XDG_CONFIG_HOME: join(folder, "config"),
});

const commandOf = ({ folder }: V1): string => join(folder, "node_modules/@medusajs/medusa/cli.js");

export const startOfV1 = (v1: V1): string[] => [commandOf(v1), "start"];

/** Its tables, and a user who may make a shop. */
export function prepareV1(v1: V1, databaseUrl: string): void {
  run(v1, databaseUrl, ["migrations", "run"]);
  run(v1, databaseUrl, ["user", "-e", ADMIN.email, "-p", ADMIN.password]);
}

function run(v1: V1, databaseUrl: string, words: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandOf(v1), ...words], {
    cwd: v1.folder,
    encoding: "utf8",
    maxBuffer: 100 * 1024 * 1024,
    env: { ...process.env, NODE_ENV: "production", ...environmentOfV1(v1, databaseUrl) },
  });
  if (status !== 0) {
    throw new Problem(`medusa ${words[0]} failed (exit code ${status}):\n${lastLines(stdout + stderr)}`);
  }
}

import {
  choice,
  databaseUrl,
  databaseUrls,
  optionalWholeNumber,
  setting,
  wholeNumber,
} from "./setting-kinds.ts";

/** Settings of the database. */
export const databaseSettings = {
  databaseUrl: setting(
    "DATABASE_URL",
    "PostgreSQL (13 or newer) to use instead of the embedded one.",
    "embedded",
    databaseUrl,
  ),
  replicaUrls: setting(
    "DATABASE_REPLICA_URLS",
    "Streaming replicas of the database that storefronts read the catalogue from, separated by commas.",
    "none",
    databaseUrls,
  ),
  directUrl: setting(
    "DATABASE_DIRECT_URL",
    "The same database without a pooler, for uses that need a dedicated connection: migrations, jobs, notifications.",
    "DATABASE_URL",
    databaseUrl,
  ),
  poolSize: optionalWholeNumber(
    "TRADEWIND_POOL_SIZE",
    "Database connections of each process.",
    "10; 5 with the embedded database",
    [2, 1000],
  ),
  databaseTimeout: wholeNumber(
    "TRADEWIND_DATABASE_TIMEOUT",
    "Timeout of the database in milliseconds; after it the request gets 503.",
    30_000,
    [1_000, 3_600_000],
  ),
  namedStatements: choice(
    "TRADEWIND_NAMED_STATEMENTS",
    "Prepared statements; off for poolers that do not support them.",
    ["on", "off"],
  ),
};

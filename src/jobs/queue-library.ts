export { Logger, parseCronItems, run, runMigrations } from "graphile-worker";

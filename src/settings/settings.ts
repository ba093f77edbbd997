import { databaseSettings } from "./database-settings.ts";
import { integrationSettings } from "./integration-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { sellingSettings } from "./selling-settings.ts";
import { serverSettings } from "./server-settings.ts";

/** All settings. `--help`, docs/configuration.md and `config.ts` are generated from this table. */
export const settings = {
  ...serverSettings,
  ...databaseSettings,
  ...sellingSettings,
  ...limitSettings,
  ...integrationSettings,
};

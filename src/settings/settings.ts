import { databaseSettings } from "./database-settings.ts";
import { integrationSettings } from "./integration-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { serverSettings } from "./server-settings.ts";
import { choice, wholeNumber } from "./setting-kinds.ts";
import { telemetrySettings } from "./telemetry-settings.ts";

/** Settings of carts and checkout. */
const sellingSettings = {
  stockHoldMinutes: wholeNumber(
    "TRADEWIND_STOCK_HOLD_MINUTES",
    "Minutes that a cart holds its stock after a payment step; 0 holds none. The same for all processes of a shop.",
    0,
    [0, 24 * 60],
  ),
  requireShipping: choice(
    "TRADEWIND_REQUIRE_SHIPPING",
    "Whether a cart with goods that need shipping can be completed only with a shipping method and an address. New projects set it to on; v1 does not require it.",
    ["off", "on"],
  ),
  unpublishedProducts: choice(
    "TRADEWIND_UNPUBLISHED_PRODUCTS",
    "Whether a storefront can read and sell a product that is not published, to everyone who knows its id: shown, as in v1, or hidden. New projects set it to hidden.",
    ["shown", "hidden"],
  ),
  consentIp: choice(
    "TRADEWIND_CONSENT_IP",
    "Whether the proof of a marketing consent has the IP address of the customer. Ask your data protection officer before you turn it on.",
    ["off", "on"],
  ),
  cartCache: choice(
    "TRADEWIND_CART_CACHE",
    "Whether each process caches open carts and checks them at each use; 0 turns the cache off.",
    ["1", "0"],
  ),
};

/** All settings. `--help`, docs/configuration.md and `config.ts` are generated from this table. */
export const settings = {
  ...serverSettings,
  ...databaseSettings,
  ...sellingSettings,
  ...limitSettings,
  ...integrationSettings,
  ...telemetrySettings,
};

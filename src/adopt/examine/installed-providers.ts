import type { Config } from "../../config.ts";
import type { ProviderRegistry } from "../../providers/registry.ts";

export type ProviderKind = "payment" | "fulfillment" | "tax" | "notification";

/** The ids of the providers that Tradewind would have after a start with these settings. */
export type InstalledProviders = Readonly<Record<ProviderKind, readonly string[]>>;

export const installedProviders = (registry: ProviderRegistry, config: Config): InstalledProviders => ({
  // Hidden are payments that admins record by hand, and providers of v1 for one payment method of Stripe.
  payment: [...registry.payment.ids(), ...registry.payment.hiddenIds()],
  fulfillment: registry.fulfillment.ids(),
  tax: registry.tax.ids(),
  // Registered when the server starts.
  notification: [...registry.notification.ids(), ...(config.smtpUrl === undefined ? [] : ["smtp"])],
});

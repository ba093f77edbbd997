import type { Config } from "../config.ts";
import { loadPlugins } from "./load-plugins.ts";
import { oauth2App } from "./oauth2-app.ts";
import { ProviderRegistry } from "./registry.ts";
import { builtInStripe } from "./stripe/built-in-stripe.ts";

/** The built-in providers and those that the configuration adds: Stripe, OAuth applications, plugins. */
export async function loadProviders(config: Config): Promise<ProviderRegistry> {
  const registry = new ProviderRegistry();
  const stripe = builtInStripe(config);
  if (stripe) registry.payment.add(stripe);
  for (const settings of config.oauthApps) registry.oauthApps.add(oauth2App(settings));
  await loadPlugins(config.plugins, registry);
  return registry;
}

import type { Config } from "../config.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import type { Plugin } from "../plugins/plugin.ts";
import { oauth2App } from "./oauth2-app.ts";
import { ProviderRegistry } from "./registry.ts";
import { builtInStripe } from "./stripe/built-in-stripe.ts";

/** The built-in providers and those that the configuration adds: Stripe, OAuth applications, plugins. `given` are loaded already. */
export async function loadProviders(
  config: Config,
  given: readonly Plugin[] = [],
): Promise<ProviderRegistry> {
  const registry = new ProviderRegistry();
  const stripe = builtInStripe(config);
  if (stripe) {
    registry.payment.add(stripe.provider);
    for (const provider of stripe.ofV1) registry.payment.addHidden(provider);
  }
  for (const settings of config.oauthApps) registry.oauthApps.add(oauth2App(settings));
  await loadPlugins([...given, ...config.plugins], registry);
  return registry;
}

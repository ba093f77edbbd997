import type { Config } from "../config.ts";
import { loadPlugins } from "./load-plugins.ts";
import { oauth2App } from "./oauth2-app.ts";
import { ProviderRegistry } from "./registry.ts";

/** The built-in providers, and what the configuration adds: OAuth applications and plugins. */
export async function loadProviders(
  config: Pick<Config, "plugins" | "oauthApps">,
): Promise<ProviderRegistry> {
  const registry = new ProviderRegistry();
  for (const settings of config.oauthApps) registry.oauthApps.add(oauth2App(settings));
  await loadPlugins(config.plugins, registry);
  return registry;
}

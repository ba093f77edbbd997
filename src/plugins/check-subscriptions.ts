import { matches } from "../kernel/event-pattern.ts";
import { similarName } from "../kernel/similar-name.ts";
import type { ProviderRegistry } from "../providers/registry.ts";
import { PluginProblem } from "./plugin-problem.ts";

/**
 * Refuses a subscription to an event that neither the shop nor a plugin announces: its handler would never run. Some events of the shop
 * have names that begin with a declared one: `oauth.token_generated.*`.
 */
export function checkSubscriptions(
  { plugins, subscriptions }: ProviderRegistry,
  ofShop: readonly string[],
): void {
  const events = [...ofShop, ...plugins.flatMap(({ plugin }) => Object.keys(plugin.events ?? {}))];
  for (const { plugin, event } of subscriptions) {
    const isAnnounced = event === "*" || events.some((name) => matches(event, name) || matches(name, event));
    if (isAnnounced) continue;
    const similar = similarName(event, events);
    const hint = similar ? `, but there is ${similar}` : ": the page Events of the dashboard lists them";
    const source = plugins.find(({ name }) => name === plugin)?.source ?? plugin;
    throw new PluginProblem(source, `on("${event}"): nothing announces such an event${hint}`);
  }
}

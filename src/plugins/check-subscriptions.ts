import { matches } from "../kernel/event-pattern.ts";
import type { ProviderRegistry } from "../providers/registry.ts";
import { PluginProblem } from "./plugin-problem.ts";

/**
 * Refuses the name of an event that nothing announces: it is a typo, and its handler would never be called. Names of plugins that are
 * not installed are not known, so they are accepted.
 */
export function checkSubscriptions(
  { plugins, subscriptions }: ProviderRegistry,
  ofShop: readonly string[],
): void {
  const announced = [...ofShop, ...plugins.flatMap(({ plugin }) => Object.keys(plugin.events ?? {}))];
  for (const { plugin, event } of subscriptions) {
    const alike = announced.filter((name) => firstPartOf(name) === firstPartOf(event));
    if (alike.length === 0 || alike.some((name) => matches(event, name) || matches(name, event))) continue;
    throw new PluginProblem(
      plugin,
      `it subscribes to ${event}, which nothing announces: there are ${alike.toSorted().join(", ")}`,
    );
  }
}

const firstPartOf = (event: string) => event.split(".", 1)[0]!;

import type { FastifyInstance } from "fastify";
import type { RouteOwners } from "../http/route-owners.ts";
import { PluginProblem, reasonOf } from "../plugins/plugin-problem.ts";
import type { ProviderRegistry } from "./registry.ts";

/**
 * Registers the routes of plugins, each plugin in its own Fastify context: its hooks and decorators do not affect others. In the
 * API reference they stand under the plugin's name, unless they have tags.
 */
export async function installPluginRoutes(
  app: FastifyInstance,
  { routes }: ProviderRegistry,
  owners: RouteOwners,
): Promise<void> {
  for (const { plugin, register } of routes) {
    owners.ofPlugin(plugin);
    try {
      await app.register(async (scope) => {
        // So that a plugin can add its own parsers.
        scope.removeContentTypeParser("*");
        scope.addHook("onRoute", (route) => {
          route.schema = { tags: [plugin], ...route.schema };
        });
        const registered = register(scope);
        // `(app) => app.get(…)` returns the app, and awaiting the app here would never resolve.
        if (registered instanceof Promise) await registered;
      });
    } catch (error) {
      throw new PluginProblem(plugin, reasonOf(error), { cause: error });
    }
  }
  owners.ofServer();
}

import type { FastifyInstance } from "fastify";
import { PluginProblem, reasonOf } from "./plugin-problem.ts";
import type { ProviderRegistry } from "./registry.ts";

/** The routes of plugins, each plugin's in a context of its own: its hooks and decorators stay with it. */
export async function installPluginRoutes(app: FastifyInstance, { routes }: ProviderRegistry): Promise<void> {
  for (const { plugin, register } of routes) {
    try {
      await app.register(async (scope) => {
        // So that a plugin can read bodies of any kind in a way of its own.
        scope.removeContentTypeParser("*");
        const registered = register(scope);
        // `(app) => app.get(…)` returns the app, and waiting for the app here would never end.
        if (registered instanceof Promise) await registered;
      });
    } catch (error) {
      throw new PluginProblem(plugin, reasonOf(error), { cause: error });
    }
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { answerError, answerFor } from "../http/errors.ts";
import type { RouteOwners } from "../http/route-owners.ts";
import type { Permissions } from "../kernel/permissions.ts";
import { PluginProblem, reasonOf } from "../plugins/plugin-problem.ts";
import type { ProviderRegistry } from "./registry.ts";

/**
 * Registers the routes of plugins, each plugin in its own Fastify context: its hooks and decorators do not affect others. In the
 * API reference they stand under the plugin's name, unless they have tags.
 */
export async function installPluginRoutes(
  app: FastifyInstance,
  { routes }: ProviderRegistry,
  { owners, permissions, limit }: { owners: RouteOwners; permissions: Permissions; limit: number },
): Promise<void> {
  // Contexts of the server's own routes open later: their routes must not be taken for those of a plugin.
  if (routes.length > 0) await app.after();
  for (const { plugin, register } of routes) {
    owners.ofPlugin(plugin);
    try {
      await app.register(async (around) => {
        nameFaults(around, plugin);
        limitAnswers(around, limit);
        await around.register(async (scope) => {
          // So that a plugin can add its own parsers.
          scope.removeContentTypeParser("*");
          scope.addHook("onRoute", (route) => {
            checkPermission(route, permissions);
            route.schema = { tags: [plugin], ...route.schema };
          });
          const registered = register(scope);
          // `(app) => app.get(…)` returns the app, and awaiting the app here would never resolve.
          if (registered instanceof Promise) await registered;
        });
      });
    } catch (error) {
      throw new PluginProblem(plugin, reasonOf(error), { cause: error });
    }
  }
  owners.ofServer();
}

/** With a name that does not exist, only an owner could call it. */
function checkPermission({ method, url, config }: RouteOptions, permissions: Permissions): void {
  for (const name of [config?.permission ?? []].flat()) {
    const problem = permissions.problemOf(String(name));
    if (problem) throw new Error(`the route ${[method].flat().join()} ${url}: ${problem}`);
  }
}

/** What a route throws by mistake is logged with the name of its plugin. The caller sees no more than of any other fault. */
function nameFaults(scope: FastifyInstance, plugin: string): void {
  scope.setErrorHandler((error, request, reply) => {
    if (answerFor(error).status !== 500) return answerError(error, request, reply);
    const route = `${request.method} ${request.routeOptions.url}`;
    const named = new Error(`the route ${route} of the plugin ${plugin} failed: ${reasonOf(error)}`, {
      cause: error,
    });
    return answerError(named, request, reply);
  });
}

/** A route may return a promise that never settles. An answer that has begun may take as long as it likes. */
function limitAnswers(scope: FastifyInstance, limit: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const end = (request: FastifyRequest) => clearTimeout(timers.get(request));
  scope.addHook("preHandler", (request, reply, done) => {
    const late = () => answerLate(reply, limit);
    timers.set(request, setTimeout(late, limit).unref());
    done();
  });
  scope.addHook("onSend", (request, _reply, payload, done) => {
    end(request);
    done(null, payload);
  });
  scope.addHook("onResponse", (request, _reply, done) => {
    end(request);
    done();
  });
  scope.addHook("onRequestAbort", (request, done) => {
    end(request);
    done();
  });
}

function answerLate(reply: FastifyReply, limit: number): void {
  if (!reply.sent && !reply.raw.headersSent) reply.send(new Error(`it took longer than ${limit / 1000} s`));
}

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { answerFor } from "../http/errors.ts";
import { isCallOf } from "../http/in-process.ts";
import { type RouteOwners, shapeOfPath } from "../http/route-owners.ts";
import { limited } from "../plugins/limited.ts";
import { PluginProblem, reasonOf } from "../plugins/plugin-problem.ts";
import type { PluginMiddleware } from "../plugins/ports/middleware.ts";
import type { RouteReply, RouteRequest } from "./ports/routes.ts";
import type { ProviderRegistry } from "./registry.ts";

interface Installed {
  plugin: string;
  source: string;
  middleware: PluginMiddleware;
  run: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  isUsed: boolean;
}

/**
 * Adds the middleware of plugins to the routes that are registered from now on. It belongs to a route and not to a path of a request:
 * no other spelling of a path leads around it. Returns a function for when all routes are registered, which refuses what fits none.
 */
export function installPluginMiddleware(
  app: FastifyInstance,
  providers: ProviderRegistry,
  { owners, limit }: { owners: RouteOwners; limit: number },
): () => void {
  const installed = providers.plugins.flatMap(({ name, source, plugin }) =>
    (plugin.middleware ?? []).map(
      (middleware): Installed => ({
        plugin: name,
        source,
        middleware,
        run: runOf(name, middleware, { providers, limit }),
        isUsed: false,
      }),
    ),
  );
  if (installed.length === 0) return () => {};
  app.addHook("onRoute", (route) => {
    if (!/^\/(admin|store)\//.test(route.url) && !owners.isPluginRegistering) return;
    for (const each of installed.filter(({ middleware }) => fits(middleware, route))) {
      each.isUsed = true;
      const before = [route.preHandler ?? []].flat();
      // The HEAD route of a GET route is made of its options.
      if (!before.includes(each.run as never)) route.preHandler = [...before, each.run];
    }
  });
  return () => {
    const unused = installed.find(({ isUsed }) => !isUsed);
    if (unused)
      throw new PluginProblem(
        unused.source,
        `its middleware ${unused.middleware.path} fits no route: only those below /admin and /store, and those of plugins, have middleware`,
      );
  };
}

function fits({ path, methods }: PluginMiddleware, { url, method }: RouteOptions): boolean {
  if (methods && ![method].flat().some((each) => methods.includes(each === "HEAD" ? "GET" : each)))
    return false;
  if (!path.endsWith("/*")) return shapeOfPath(url) === shapeOfPath(path);
  return shapeOfPath(url).startsWith(`${shapeOfPath(path.slice(0, -2))}/`);
}

/**
 * What it throws by mistake is logged with its name. The caller sees no more than of any other fault. It does not run for calls of its
 * own plugin: a middleware that calls the API would call itself without end.
 */
const runOf =
  (
    plugin: string,
    { path, handler }: PluginMiddleware,
    { providers, limit }: { providers: ProviderRegistry; limit: number },
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isCallOf(plugin, request)) return undefined;
    try {
      const run = { shop: providers.shopOf(plugin) };
      await limited(() => handler(request as unknown as RouteRequest, answerWith(reply), run), limit);
    } catch (error) {
      if (answerFor(error).status !== 500) throw error;
      throw new Error(`the middleware ${path} of the plugin ${plugin} failed: ${reasonOf(error)}`, {
        cause: error,
      });
    }
    return reply.sent ? reply : undefined;
  };

/** A reply of Fastify is a promise of the answer: a handler that returns it would wait for the route, which waits for the handler. */
function answerWith(reply: FastifyReply): RouteReply {
  const own: RouteReply = {
    code: (status) => chained(reply.code(status)),
    header: (name, value) => chained(reply.header(name, value)),
    type: (mediaType) => chained(reply.type(mediaType)),
    redirect: (url) => chained(reply.redirect(url)),
    send: (body) => chained(reply.send(body)),
  };
  const chained = (_: FastifyReply) => own;
  return own;
}

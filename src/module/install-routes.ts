import type { RouteOptions } from "fastify";
import { firstPartOf } from "../http/permissions.ts";
import type { RouteOwners } from "../http/route-owners.ts";
import type { AppContext } from "../http/routes.ts";
import type { App } from "../http/server.ts";
import { Declarations } from "./declarations.ts";
import type { Module } from "./define-module.ts";
import type { Declared } from "./join-modules.ts";

/** Registers the routes of all modules, and checks what is declared about them. */
export function installRoutes(
  app: App,
  context: AppContext,
  parts: { modules: readonly Module[]; declared: Declared; owners: RouteOwners },
): void {
  const { modules, declared, owners } = parts;
  const routes = new Declarations<RouteOptions>("route");
  let owner = "";
  const operations = new Set<string>();
  app.addHook("onRoute", (route) => {
    for (const method of [route.method].flat()) {
      const operation = `${method} ${pathOf(route.url)}`;
      operations.add(operation);
      // Routes of the server itself and of plugins come later, and are of no module.
      if (owner !== "" && method !== "HEAD") routes.add(owner, operation, route);
    }
  });
  for (const module of modules) {
    owner = module.name;
    owners.ofModule(module.name);
    for (const register of module.routes ?? []) register(app, context);
  }
  owner = "";
  owners.ofServer();
  checkPermissions(routes, declared);
  checkPaths(routes, declared);
  app.addHook("onReady", async () => checkNotes(modules, operations));
}

/** `/store/carts/{id}` of `/store/carts/:id` */
const pathOf = (url: string) => url.replace(/:(\w+)(\([^)]*\))?/g, "{$1}");

function checkPermissions(routes: Declarations<RouteOptions>, { adminPaths, permissions }: Declared): void {
  for (const { name, value, owner } of routes) {
    const { url, config } = value;
    if (!url.startsWith("/admin/") || config?.public) continue;
    if (config?.permission === undefined && !(firstPartOf(url) in adminPaths))
      throw new Error(
        `route ${name} of ${owner} is in no area: no module declares /admin/${firstPartOf(url)}`,
      );
    for (const permission of config?.permissions ?? [])
      if (!permissions.names.includes(permission))
        throw new Error(`route ${name} of ${owner} needs ${permission}, which no module declares`);
  }
}

function checkPaths(routes: Declarations<RouteOptions>, { adminPaths }: Declared): void {
  const parts = new Set(routes.values().map(({ url }) => firstPartOf(url)));
  for (const part of Object.keys(adminPaths))
    if (!parts.has(part)) throw new Error(`/admin/${part} has an area, but no module has a route there`);
}

function checkNotes(modules: readonly Module[], operations: ReadonlySet<string>): void {
  for (const { name, apiNotes = [] } of modules)
    for (const operation of apiNotes.flatMap((notes) => Object.keys(notes.operations)))
      if (!operations.has(operation))
        throw new Error(`${name} has a note for ${operation}, which is no route`);
}

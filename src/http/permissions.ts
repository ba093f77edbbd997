import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { AREA_OF_PLUGINS, isGranted, missingPermission, type Permission } from "../kernel/permissions.ts";
import type { Caller } from "./caller.ts";
import { refuse } from "./errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * What a user needs for a route under /admin. By default the path and the method say it: `GET /admin/orders` needs
     * `orders:read`, every other method `orders:write`. `null`: any user may call it.
     */
    permission?: Permission | readonly Permission[] | null;
    /** What is needed besides, depending on the caller and the body. The body is not validated yet. */
    alsoNeeds?: (request: FastifyRequest, caller: Caller) => Permission | readonly Permission[] | null;
    /** Made from `permission` when the route is registered. */
    permissions?: readonly Permission[];
  }
}

/** By the first part of a path below /admin, its area. Null: what belongs to the caller alone. Routes of plugins have other ones. */
export type AdminPaths = Readonly<Record<string, string | null>>;

/** Checks at one place what a user may do, before the body is read and, where it depends on the body, right after. */
export function installPermissions(app: FastifyInstance, paths: AdminPaths): void {
  app.addHook("onRoute", (route) => {
    if (route.url.startsWith("/admin/"))
      route.config = { ...route.config, permissions: permissionsOf(route, paths) };
  });
  app.addHook("onRequest", (request, reply, done) => {
    const { permissions } = request.routeOptions.config;
    if (!permissions?.length) return done();
    return request.caller().then(({ granted }) => {
      const missing = permissions.find((each) => !isGranted(granted, each));
      return missing ? refuse(request, reply, missingPermission(missing)) : undefined;
    });
  });
  app.addHook("preValidation", (request, reply, done) => {
    const { alsoNeeds } = request.routeOptions.config;
    if (!alsoNeeds) return done();
    return request.caller().then((caller) => {
      const missing = [alsoNeeds(request, caller) ?? []]
        .flat()
        .find((each) => !isGranted(caller.granted, each));
      return missing ? refuse(request, reply, missingPermission(missing)) : undefined;
    });
  });
}

function permissionsOf({ url, method, config }: RouteOptions, paths: AdminPaths): readonly Permission[] {
  if (config?.public || config?.permission === null) return [];
  if (config?.permission !== undefined) return [config.permission].flat();
  const { [firstPartOf(url)]: area = AREA_OF_PLUGINS } = paths;
  if (area === null) return [];
  const isRead = [method].flat().every((each) => each === "GET" || each === "HEAD");
  // Areas that can only be read have no operations that change something.
  return [`${area}:${isRead ? "read" : "write"}` as Permission];
}

/** Of a path below /admin: `orders` of `/admin/orders/:id`. */
export const firstPartOf = (url: string): string => url.split("/")[2] ?? "";

/** A field of a body that is not validated yet. */
export const sentField = ({ body }: FastifyRequest, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;

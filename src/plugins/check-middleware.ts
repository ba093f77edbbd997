import type { Plugin } from "./plugin.ts";
import { unknownKey } from "./unknown-key.ts";

const PATH = /^(\/[\w:.-]+)+(\/\*)?$/;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What is wrong with the middleware of a plugin, or null. Whether a path fits a route is known when all routes are. */
export function checkMiddleware({ middleware }: Plugin): string | null {
  if (middleware === undefined) return null;
  if (!Array.isArray(middleware)) return "middleware must be a list: [{ path, handler }]";
  for (const each of middleware) {
    const { path, methods, handler } = each ?? {};
    if (typeof path !== "string" || !PATH.test(path))
      return `the path of a middleware must be one like /store/carts/:id or /store/*, not ${JSON.stringify(path)}`;
    if (typeof handler !== "function") return `the middleware ${path} has no function handler`;
    if (methods !== undefined && !(Array.isArray(methods) && methods.every((name) => METHODS.includes(name))))
      return `methods of the middleware ${path} must be a list of ${METHODS.join(", ")}`;
    const unknown = unknownKey(`the middleware ${path}`, each, ["path", "methods", "handler"]);
    if (unknown) return unknown;
  }
  return null;
}

import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { RouteOwners } from "./route-owners.ts";

/** The server has these, then the plugin adds its own. */
function adding(...paths: string[]): void {
  const app = Fastify();
  const owners = new RouteOwners(app);
  for (const path of ["/", "/health", "/app/*", "/admin/orders/:id", "/store/carts/:id"])
    app.get(path, () => ({}));
  owners.ofPlugin("gates");
  for (const path of paths) app.get(path, () => ({}));
}

describe("a plugin cannot have a route", () => {
  it.each([
    "/:area/report",
    "/:area",
    "/:area?",
    "/*",
    "*",
    "/adm*",
    "/:x/*",
    "/:area(^adm.*)/report",
    "/:area(^(a|b)/c)/report",
    "/a:rest/report",
    "/::area/report",
    "/%61dmin/report",
    "//admin/report",
    "/ admin/report",
  ])("whose first part could be one of the server: %s", (path) => {
    expect(() => adding(path)).toThrow(
      `the route ${path} of the plugin gates would answer for paths of the server`,
    );
  });

  it.each(["/app/report", "/APP/report", "/Admin/report", "/health/report", "/Store/report"])(
    "below a part that is the server's own, in any case of letters: %s",
    (path) => {
      expect(() => adding(path)).toThrow("which is for the server alone");
    },
  );

  it.each([
    "/store/carts/:cart",
    "/store/carts/:cart/",
    "/store/carts/cart_:id",
    "/store/carts/:id.json",
    "/store/carts/:id(^cart_)",
    "/store/carts/:id(^(cart|x)_[^/]*$)",
    "/store/carts/:id?",
  ])("that the router would take in place of one of the server: %s", (path) => {
    expect(() => adding(path)).toThrow(`GET ${path} of the plugin gates is already one of the server`);
  });

  it("except below parts of its own and those that are shared", () => {
    expect(() =>
      adding("/gates/:id", "/store/gates/:id", "/admin/gates/*", "/hooks/gates/:a/:b?"),
    ).not.toThrow();
  });
});

import { describe, expect } from "vitest";
import { routesIn } from "../support/checks/routes-in.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { type Operation, operationsOf, pathOf } from "../support/fuzz/operations.ts";

// That the description is the one in docs/openapi.json is in test/docs/generated.test.ts.
let operations: Operation[];
const { it, shop } = withShop();
it.beforeAll(async () => {
  operations = await operationsOf(shop.admin);
});

/** Public paths outside of the API. */
const besides = [
  "/",
  "/favicon.svg",
  "/favicon.ico",
  "/app",
  "/app/config.json",
  "/app/favicon.svg",
  "/app/assets/:name",
  "/app/*",
  "/app*",
  "/guides",
  "/guides/*",
  "/guides/pictures/*",
  "/guides*",
  "/openapi.json",
  "/docs",
  "/docs/",
  "/docs/page.css",
  "/docs/page.js",
  "/docs/elements.js",
  "/docs/schemas.js",
  "/docs/try-it.js",
  "/metrics",
  "/pay/:token",
  "/admin/events/stream",
  "/uploads/*",
  "/demo/pictures/:file",
  "*",
  "/*",
];

/** The name of a path parameter does not matter. */
const nameless = (path: string) => path.replace(/\{\w+\}|:[\w|:]+/g, "{}");

/** Whether the operation is the one for a path; `/admin/users/{id}` is also for `/admin/users/me`. */
const isFor = (operation: Operation, path: string) =>
  new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);

describe("the routes of a shop", () => {
  it("are all in its description, but for a few that are known", async () => {
    const known = new Set(operations.map(({ path }) => nameless(path)));
    const served = routesIn(shop.app.printRoutes({ commonPrefix: false }));
    expect(served.length).toBeGreaterThan(200);
    const unknown = served.filter((url) => !known.has(nameless(url)) && !besides.includes(url));
    expect(unknown).toEqual([]);
  });

  it("take no methods but those of the description", async () => {
    const paths = [...new Set(operations.map(({ path }) => path))];
    const taken: string[] = [];
    for (const path of paths) {
      const known = operations.filter((each) => isFor(each, path)).map(({ method }) => method);
      for (const method of ["PUT", "PATCH", "DELETE", "GET"].filter(
        (each) => !known.includes(each as "GET"),
      )) {
        const { statusCode } = await shop.app.inject({
          method: method as "PUT",
          url: pathOf({ path }, () => "some-id"),
        });
        if (statusCode !== 404) taken.push(`${method} ${path}: ${statusCode}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it.each([
    "/.env",
    "/.git/config",
    "/debug",
    "/actuator",
    "/graphql",
    "/server-status",
    "/admin",
    "/v1/admin/users",
    "/package.json",
    "/dist/main.js",
  ])("do not lead to %s", async (path) => expect((await shop.visitor().get(path)).status).toBe(404));
});

import { afterEach, describe, expect, it } from "vitest";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { PluginFiles } from "./plugin-files.ts";

const made: PluginFiles[] = [];
const shops: StartedShop[] = [];
const logged: string[] = [];

async function start(parts: string, other?: string): Promise<StartedShop> {
  const files = new PluginFiles({
    "plugin.ts": `export default { name: "gate-keeper", ${parts} };`,
    ...(other === undefined ? {} : { "other.ts": other }),
  });
  made.push(files);
  logged.length = 0;
  const logStream = { write: (line: string) => logged.push(line) } as unknown as NodeJS.WritableStream;
  const shop = await startShop(
    {
      TRADEWIND_PLUGINS: ["plugin.ts", ...(other === undefined ? [] : ["other.ts"])].map(files.at).join(),
      LOG_LEVEL: "error",
    },
    { logStream },
  );
  shops.push(shop);
  return shop;
}
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
  for (const files of made.splice(0)) files.remove();
});

const ROUTES = `
register({ routes }) {
  routes((app) => {
    app.get("/admin/gates", {
      config: { permission: "orders:read" },
      schema: {
        summary: "List the gates",
        querystring: { type: "object", properties: { limit: { type: "integer" } } },
        response: { 200: { type: "object", properties: { gates: { type: "array", items: { type: "string" } } } } },
      },
    }, async () => ({ gates: ["north"] }));
    app.post("/store/gates/:id", {
      schema: { tags: ["Gates"], body: { type: "object", required: ["word"], properties: { word: { type: "string" } } } },
    }, async () => ({}));
    app.get("/gates", { schema: { hide: true } }, async () => ({ gates: [] }));
  });
},
`;

describe("the routes of a plugin in the API reference", () => {
  it("stand under its name, with their schemas and permissions", async () => {
    const shop = await start(ROUTES);
    const { body } = await shop.visitor().get("/openapi.json");
    const list = body.paths["/admin/gates"].get;
    expect(list).toMatchObject({
      tags: ["gate-keeper"],
      summary: "List the gates",
      "x-permissions": ["orders:read"],
      security: [{ session: [] }, { token: [] }, { apiToken: [] }],
    });
    expect(list.parameters[0]).toMatchObject({ name: "limit", in: "query", schema: { type: "integer" } });
    expect(list.responses["200"].content["application/json"].schema.properties.gates.type).toBe("array");
    const change = body.paths["/store/gates/{id}"].post;
    expect(change.tags).toEqual(["Gates"]);
    expect(change.requestBody.content["application/json"].schema.required).toEqual(["word"]);
    expect(body.paths).not.toHaveProperty("/gates");
    expect(body["x-tagGroups"].at(-1)).toEqual({ name: "Plugins", tags: ["gate-keeper", "Gates"] });
  });
});

const GATE = `
middleware: [
  {
    path: "/store/*",
    async handler(request, reply, { shop }) {
      if (request.headers["x-gate"] === "closed") throw shop.refusal("not_allowed", "The gate is closed", "gate_closed");
      if (request.headers["x-gate"] === "busy") reply.code(429).send({ type: "too_many_requests", message: "Later" });
      if (request.headers["x-gate"] === "broken") throw new TypeError("the hinge is loose");
      const { customerId } = await request.caller();
      reply.header("x-customer", String(customerId));
    },
  },
  { path: "/admin/orders/:order", methods: ["POST"], handler: (request, _, { shop }) => {
    if (request.body.email === "no@example.com") throw shop.refusal("invalid_data", "email: not this one");
  } },
  { path: "/gates/*", handler: (_, reply) => reply.header("x-own", "yes") },
],
register({ routes }) {
  routes((app) => app.get("/gates/:id", async () => ({ open: true })));
},
`;

describe("the middleware of a plugin", () => {
  it("refuses, answers or lets a request pass, however its path is spelled", async () => {
    const shop = await start(GATE);
    const at = (path: string, gate: string, init: RequestInit = {}) =>
      fetch(shop.baseUrl + path, { ...init, headers: { "x-gate": gate } });
    for (const path of ["/store/regions", "/store/regions/", "/%73tore/regions", "//store/regions"]) {
      const answer = await at(path, "closed");
      expect([path, answer.status]).toEqual([path, path.startsWith("//") ? 404 : 400]);
    }
    const refused = await at("/store/regions", "closed");
    expect(await refused.json()).toEqual({
      code: "gate_closed",
      type: "not_allowed",
      message: "The gate is closed",
    });
    expect((await at("/store/regions", "closed", { method: "HEAD" })).status).toBe(400);
    const answered = await at("/store/carts", "busy", { method: "POST" });
    expect([answered.status, await answered.json()]).toEqual([
      429,
      { type: "too_many_requests", message: "Later" },
    ]);
    const [carts] = await shop.db.run<{ count: number }>({
      text: "select count(*)::int as count from cart",
      values: [],
    });
    expect(carts!.count).toBe(0);
    const passed = await at("/store/regions", "open");
    expect([passed.status, passed.headers.get("x-customer")]).toEqual([200, "null"]);
  });

  it("runs after authentication and the check of the body, and only for its methods", async () => {
    const shop = await start(GATE);
    const path = "/admin/orders/order_none";
    expect((await shop.visitor().post(path, { email: "no@example.com" })).status).toBe(401);
    expect((await shop.admin.post(path, { email: 5 })).body.message).not.toContain("not this one");
    expect(await shop.admin.post(path, { email: "no@example.com" })).toMatchObject({
      status: 400,
      body: { message: "email: not this one" },
    });
    expect((await shop.admin.get(path)).status).toBe(404);
  });

  it("does not run for calls of its own plugin, also not through another one", async () => {
    const shop = await start(
      `middleware: [{ path: "/store/*", async handler(request, reply, { shop }) {
        const { regions } = await shop.api.as({ storefront: true }).listStoreRegions();
        reply.header("x-regions", String(regions.length));
      } }]`,
      `export default { name: "echo", middleware: [{ path: "/store/*", async handler(request, reply, { shop }) {
        const { regions } = await shop.api.as({ storefront: true }).listStoreRegions();
        reply.header("x-echo", String(regions.length));
      } }] };`,
    );
    const answer = await fetch(`${shop.baseUrl}/store/collections`);
    expect([answer.status, answer.headers.get("x-regions"), answer.headers.get("x-echo")]).toEqual([
      200,
      "0",
      "0",
    ]);
  });

  it("does not run on what is the server's own, and runs on the routes of plugins", async () => {
    const shop = await start(GATE);
    for (const path of ["/health", "/docs", "/openapi.json", "/ready", "/metrics"]) {
      const answer = await fetch(shop.baseUrl + path, { headers: { "x-gate": "closed" } });
      expect([path, answer.status, answer.headers.get("x-own")]).toEqual([path, 200, null]);
    }
    const own = await fetch(`${shop.baseUrl}/gates/north`);
    expect([own.status, own.headers.get("x-own")]).toEqual([200, "yes"]);
  });

  it("that throws by mistake is a fault with its name in the log, and the answer has no details", async () => {
    const shop = await start(GATE);
    const answer = await fetch(`${shop.baseUrl}/store/regions`, { headers: { "x-gate": "broken" } });
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: "unknown_error", type: "unknown_error", message: "An unknown error occurred." },
    ]);
    expect(logged.join("")).toContain(
      "the middleware /store/* of the plugin gate-keeper failed: the hinge is loose",
    );
  });

  const handler = "handler: () => {}";
  it.each([
    [`{ path: "/app/*", ${handler} }`, "its middleware /app/* fits no route"],
    [`{ path: "/health", ${handler} }`, "its middleware /health fits no route"],
    [`{ path: "/pay/*", ${handler} }`, "its middleware /pay/* fits no route"],
    [`{ path: "/store/cart/*", ${handler} }`, "its middleware /store/cart/* fits no route"],
    [
      `{ path: "/store/carts", methods: ["DELETE"], ${handler} }`,
      "its middleware /store/carts fits no route",
    ],
    [`{ path: "/*", ${handler} }`, "the path of a middleware must be one like"],
    [`{ path: "store", ${handler} }`, "the path of a middleware must be one like"],
    [`{ path: "/store/*" }`, "the middleware /store/* has no function handler"],
    [
      `{ path: "/store/*", methods: "POST", ${handler} }`,
      "methods of the middleware /store/* must be a list",
    ],
    ["null", "the path of a middleware must be one like"],
  ])("is refused at the start: %s", async (middleware, reason) => {
    await expect(start(`middleware: [${middleware}]`)).rejects.toThrow(reason);
  });
});

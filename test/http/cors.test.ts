import { PassThrough } from "node:stream";
import { describe, expect } from "vitest";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop(() =>
  startShop({
    STORE_CORS: "https://shop.example, /\\.preview\\.example$/",
    ADMIN_CORS: "https://desk.example",
  }),
);

const allowed = async (path: string, origin: string) =>
  (await shop.visitor().get(path, { headers: { origin } })).headers.get("access-control-allow-origin");

describe("CORS", () => {
  it("lets the configured origins of each surface in, with credentials", async () => {
    expect(await allowed("/store/collections", "https://shop.example")).toBe("https://shop.example");
    expect(await allowed("/admin/currencies", "https://desk.example")).toBe("https://desk.example");
    const { headers } = await shop
      .visitor()
      .get("/store/collections", { headers: { origin: "https://shop.example" } });
    expect(headers.get("access-control-allow-credentials")).toBe("true");
    expect(headers.get("access-control-expose-headers")).toContain("Idempotency-Key");
  });

  it("takes patterns", async () => {
    expect(await allowed("/store/collections", "https://pr-7.preview.example")).toBe(
      "https://pr-7.preview.example",
    );
  });

  it("refuses all other origins, and separates the surfaces", async () => {
    expect(await allowed("/store/collections", "https://evil.example")).toBeNull();
    expect(await allowed("/store/collections", "https://desk.example")).toBeNull();
    expect(await allowed("/admin/currencies", "https://shop.example")).toBeNull();
    expect(await allowed("/store/collections", "https://shop.example.evil.example")).toBeNull();
  });

  it("answers preflights", async () => {
    const { status, headers } = await shop.visitor().send("OPTIONS", "/admin/collections", {
      headers: {
        origin: "https://desk.example",
        "access-control-request-method": "DELETE",
        "access-control-request-headers": "content-type,idempotency-key",
      },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-methods")).toContain("DELETE");
    expect(headers.get("access-control-allow-headers")).toContain("idempotency-key");
    expect(headers.get("vary")).toBe("Origin, Access-Control-Request-Headers");
  });

  it("refuses OPTIONS without preflight headers, and preflights of other origins", async () => {
    const asked = (headers: Record<string, string>) =>
      shop.visitor().send("OPTIONS", "/admin/collections", { headers });
    const incomplete = await asked({ origin: "https://desk.example" });
    expect([incomplete.status, incomplete.body.message]).toEqual([
      400,
      "Access-Control-Request-Method is missing",
    ]);
    const foreign = await asked({
      origin: "https://evil.example",
      "access-control-request-method": "DELETE",
    });
    expect([foreign.status, foreign.body]).toEqual([
      403,
      {
        type: "not_allowed",
        message:
          "Pages of https://evil.example may not call /admin. To allow it, add the origin to ADMIN_CORS.",
      },
    ]);
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    expect(foreign.headers.get("access-control-allow-methods")).toBeNull();
  });

  it("has Vary: Origin, also without an origin", async () => {
    expect((await shop.visitor().get("/store/collections")).headers.get("vary")).toBe("Origin");
  });
});

describe("a cookie sent by another website's page", () => {
  it("does not count", async () => {
    const cookie = `connect.sid=${shop.admin.cookie("connect.sid")}`;
    const send = (origin: string) =>
      shop.visitor().post("/admin/collections", { title: `From ${origin}` }, { headers: { cookie, origin } });
    expect((await send("https://evil.example")).status).toBe(401);
    expect((await send("null")).status).toBe(401);
    expect((await send("https://desk.example")).status).toBe(200);
    expect((await send(shop.baseUrl)).status).toBe(200);
    expect((await shop.admin.get("/admin/collections?q=evil")).body.count).toBe(0);
  });
});

describe("without a setting", () => {
  /** Origins of those that a shop with these settings lets in, to a surface. */
  const allowedBy = async (environment: Record<string, string>, path: string, origins: string[]) => {
    const other = await startShop(environment);
    const allows = async (origin: string) =>
      (await other.visitor().get(path, { headers: { origin } })).headers.get("access-control-allow-origin");
    const answers = await Promise.all(origins.map(allows));
    await other.close();
    return answers.filter((answer) => answer !== null);
  };
  const tools = [3000, 5173, 7000, 7001, 8000].map((port) => `http://localhost:${port}`);
  const others = [
    "http://localhost:1234",
    "https://localhost:3000",
    "http://localhost",
    "http://evil.example:3000",
  ];

  it.each(["/store/regions", "/admin/currencies"])(
    "a shop on localhost allows the ports of storefront tools: %s",
    async (path) => {
      expect(await allowedBy({}, path, [...tools, ...others])).toEqual(tools);
      expect(await allowedBy({ TRADEWIND_PUBLIC_URL: "http://localhost:9000" }, path, tools)).toEqual(tools);
    },
  );

  it("a shop with a public URL allows none, and a setting replaces the default", async () => {
    const origins = [...tools, "https://shop.example"];
    expect(
      await allowedBy({ TRADEWIND_PUBLIC_URL: "https://api.example" }, "/store/regions", origins),
    ).toEqual([]);
    expect(await allowedBy({ STORE_CORS: "https://shop.example" }, "/store/regions", origins)).toEqual([
      "https://shop.example",
    ]);
  });
});

it("the log names each refused origin once, with the setting", async () => {
  const logStream = new PassThrough();
  let text = "";
  logStream.on("data", (part) => {
    text += part;
  });
  const other = await startShop({ LOG_LEVEL: "warn" }, { logStream });
  const call = (origin: string, path = "/store/regions") =>
    other.visitor().get(path, { headers: { origin } });
  await call("http://localhost:4321");
  await call("http://localhost:4321");
  await other.visitor().send("OPTIONS", "/store/carts", {
    headers: { origin: "http://localhost:4321", "access-control-request-method": "POST" },
  });
  await call("http://localhost:4321", "/admin/currencies");
  await call("http://localhost:8000");
  await call(other.baseUrl);
  for (let n = 0; n < 300; n++) await call(`https://${n}.evil.example`);
  await other.close();
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.slice(0, 2)).toMatchObject([
    { level: 40, origin: "http://localhost:4321", setting: "STORE_CORS" },
    { level: 40, origin: "http://localhost:4321", setting: "ADMIN_CORS" },
  ]);
  // So that no client can fill the log.
  expect(lines).toHaveLength(100);
});

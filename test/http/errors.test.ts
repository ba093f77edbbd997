import { request as rawRequest } from "node:http";
import { describe, expect } from "vitest";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop(() => startShop({ TRADEWIND_BODY_LIMIT: "2048" }));

const collections = async () => (await shop.admin.get("/admin/collections")).body.count;
const send = (raw: string, headers: Record<string, string> = {}) =>
  shop.admin.send("POST", "/admin/collections", { raw, headers });

describe("a refusal", () => {
  it("is JSON with type and message, for an unknown route too", async () => {
    const { status, body, headers } = await shop.admin.get("/admin/nothing-here?secret=1");
    expect(status).toBe(404);
    expect(body.type).toBe("not_found");
    expect(body.message).not.toContain("secret");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("is 401 JSON without a credential", async () => {
    const { status, body } = await shop.visitor().get("/admin/collections");
    expect(status).toBe(401);
    expect(body).toEqual({ type: "unauthorized", message: "Unauthorized" });
  });

  it("checks the credential before the input", async () => {
    expect((await shop.visitor().post("/admin/collections", { title: 7 })).status).toBe(401);
  });

  it("carries its code where the type has one", async () => {
    await shop.admin.post("/admin/collections", { title: "Twice" });
    const { status, body } = await shop.admin.post("/admin/collections", { title: "Twice" });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "invalid_request_error", type: "duplicate_error" });
  });
});

describe("a body", () => {
  it.each([
    ["malformed JSON", "{oops", 400],
    ["a list", "[]", 400],
    ["a number", "7", 400],
    ["null", "null", 400],
    ["a prototype", '{"title":"x","__proto__":{"admin":true}}', 400],
    ["a constructor's prototype", '{"title":"x","constructor":{"prototype":{"a":1}}}', 400],
    ["a NUL character", '{"title":"a\\u0000b"}', 400],
    ["a NUL in a key", '{"title":"a","metadata":{"a\\u0000":1}}', 400],
    ["too deep a nesting", `{"title":"a","metadata":{"a":${"[".repeat(500)}${"]".repeat(500)}}}`, 400],
    ["too much", JSON.stringify({ title: "x".repeat(3000) }), 413],
    ["nothing", "", 400],
  ])("of %s is refused", async (_, raw, expected) => {
    const before = await collections();
    const { status, body } = await send(raw);
    expect(status).toBe(expected);
    expect(body).toMatchObject({ type: "invalid_data", message: expect.any(String) });
    expect(await collections()).toBe(before);
  });

  it.each(["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "nonsense"])(
    "of another kind than JSON is refused, and told that JSON is wanted: %s",
    async (type) => {
      const before = await collections();
      const { status, body } = await send("title=x", { "content-type": type });
      expect(status).toBe(400);
      expect(body).toMatchObject({ type: "invalid_data", message: expect.stringContaining("must be JSON") });
      expect(await collections()).toBe(before);
    },
  );

  it("of null is refused also where none is asked for", async () => {
    const { status, body } = await shop.visitor().send("POST", "/store/carts", { raw: "null" });
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: "invalid_data", message: expect.stringContaining("object") });
  });

  it.each(["application/json", "application/x-www-form-urlencoded"])(
    "over the limit is 413 on login too: %s",
    async (type) => {
      const raw = JSON.stringify({ email: "a@example.com", password: "x".repeat(3000) });
      for (const path of ["/store/auth", "/admin/auth", "/store/auth/token", "/admin/auth/token"]) {
        const answer = await shop.visitor().send("POST", path, { raw, headers: { "content-type": type } });
        expect(answer.status, path).toBe(413);
        expect(answer.body).toMatchObject({
          type: "invalid_data",
          message: expect.stringContaining("large"),
        });
      }
    },
  );

  it("may hold a backslash before u0000, which is no NUL", async () => {
    const { status, body } = await send('{"title":"path \\\\u0000 end"}');
    expect(status).toBe(200);
    expect(body.collection.title).toBe("path \\u0000 end");
  });

  it.each([
    [{ title: "" }, "title"],
    [{ title: 7 }, "title"],
    [{ handle: "x" }, "title"],
    [{ title: "x", metadata: "no object" }, "metadata"],
    [{ title: "x", colour: "red" }, "colour"],
  ])("%j names the field that is wrong", async (body, field) => {
    const before = await collections();
    const answer = await shop.admin.post("/admin/collections", body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(field);
    expect(await collections()).toBe(before);
  });

  it("keeps half a surrogate pair out of the database without failing", async () => {
    const { status } = await send('{"title":"half","metadata":{"a":"\\ud800"}}');
    expect(status).toBeLessThan(500);
  });
});

describe("a path", () => {
  it.each([
    "%00",
    "%E0%A4%A",
    "..%2F..%2Fetc",
    "'; drop table customer; --",
    "x".repeat(400),
    "x".repeat(2000),
  ])("with %s is not found or malformed, never a fault", async (id) => {
    const { status, body } = await shop.visitor().get(`/store/collections/${id}`);
    expect([400, 404, 414]).toContain(status);
    expect(body).toMatchObject({ type: expect.any(String), message: expect.any(String) });
  });
});

describe("a request", () => {
  it("gets an id, or keeps the harmless one it brings", async () => {
    expect((await shop.visitor().get("/health")).headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    const own = await shop.visitor().get("/health", { headers: { "x-request-id": "abc-123" } });
    expect(own.headers.get("x-request-id")).toBe("abc-123");
    const odd = await shop.visitor().get("/health", { headers: { "x-request-id": "a b{}" } });
    expect(odd.headers.get("x-request-id")).not.toBe("a b{}");
  });

  it("that is no HTTP at all does not disturb the others", async () => {
    const { hostname, port } = new URL(shop.baseUrl);
    await new Promise<void>((resolve) => {
      const broken = rawRequest({
        hostname,
        port,
        method: "POST",
        path: "/admin/auth",
        headers: { "content-length": "100" },
      });
      broken.on("error", () => resolve());
      broken.write("{");
      broken.destroy();
      broken.on("close", () => resolve());
    });
    expect((await shop.visitor().get("/health")).status).toBe(200);
  });
});

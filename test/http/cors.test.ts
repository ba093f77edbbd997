import { describe, expect } from "vitest";
import { startShop } from "../support/app.ts";
import { withShop } from "../support/with-shop.ts";

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

  it("keeps everybody else out, and the surfaces apart", async () => {
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

  it("refuses what is not a preflight, and those of origins that are not let in", async () => {
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
    expect(foreign.status).toBe(404);
    expect(foreign.headers.get("access-control-allow-methods")).toBeNull();
  });

  it("tells caches that answers depend on the origin, also where none was sent", async () => {
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

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { secretsOf } from "../../src/cli/secrets.ts";
import { configFrom } from "../../src/config.ts";
import { ADMIN, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop(() =>
  startShop({
    STORE_CORS: "*",
    ADMIN_CORS: "https://desk.example",
    TRADEWIND_TRUST_PROXY: "true",
  }),
);

/** What the server answers to exactly these bytes. */
async function answerTo(message: string): Promise<string> {
  const { hostname, port } = new URL(shop.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(message);
  return text(socket);
}

describe("the headers of an answer", () => {
  it.each(["/store/regions", "/admin/users", "/health", "/nothing-here"])(
    "of %s are the careful ones",
    async (path) => {
      const { headers } = await shop.visitor().get(path);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
      expect(headers.get("strict-transport-security")).toContain("max-age=");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("server")).toBeNull();
    },
  );
});

describe("other origins", () => {
  const answered = async (path: string, origin: string, method = "GET") => {
    const asked = { origin, "access-control-request-method": "POST" };
    const { headers } = await shop.visitor().send(method, path, { headers: asked });
    return [headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")];
  };

  it("may read public data where all origins are allowed, but without the visitor's session", async () => {
    for (const method of ["GET", "OPTIONS"]) {
      expect(await answered("/store/regions", "https://any.example", method)).toEqual([
        "https://any.example",
        null,
      ]);
    }
    const visitor = shop.visitor();
    await visitor.post("/store/customers", {
      ...{ first_name: "C", last_name: "C", email: "c@example.com", password: "a long password" },
    });
    const asked = (headers: Record<string, string>) => visitor.get("/store/customers/me", { headers });
    expect((await asked({ origin: "https://any.example" })).status).toBe(401);
    expect((await asked({})).status).toBe(200);
  });

  it("of the store are not let in to the desk, however its path is written", async () => {
    for (const path of ["/admin/users", "/%61dmin/users", "/admin%2Fusers", "/%61%64%6d%69%6e/users"]) {
      for (const method of ["GET", "OPTIONS"]) {
        expect([path, await answered(path, "https://any.example", method)]).toEqual([path, [null, null]]);
      }
      const { status } = await shop.admin.get(path, { headers: { origin: "https://any.example" } });
      expect([401, 404]).toContain(status);
    }
    const named = ["https://desk.example", "true"];
    expect(await answered("/admin/users", "https://desk.example")).toEqual(named);
  });
});

describe("a fault", () => {
  it("shows the client no internals", async () => {
    const fail = async () => {
      throw new Error("the inside: relation product_collection, password hunter2");
    };
    shop.db.beforeCommit.add(fail);
    const { status, body } = await shop.admin.post("/admin/collections", { title: "Failing" });
    shop.db.beforeCommit.delete(fail);
    expect(status).toBe(500);
    expect(body).toEqual({
      code: "unknown_error",
      type: "unknown_error",
      message: "An unknown error occurred.",
    });
  });
});

describe("unused methods", () => {
  it.each(["TRACE", "PUT", "PATCH", "PROPFIND", "LOCK"])("are refused: %s", async (method) => {
    const answer = await answerTo(
      `${method} /admin/users HTTP/1.1\r\nhost: a\r\ncookie: connect.sid=seen\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 40[0145]/);
    expect(answer).not.toContain("connect.sid=seen");
  });

  it("are refused: CONNECT, which makes no tunnel", async () => {
    expect(await answerTo("CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: a\r\n\r\n")).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

describe("the session cookie", () => {
  const cookieWith = async (environment: Record<string, string>, headers: Record<string, string> = {}) => {
    const other = await startShop(environment);
    try {
      const answer = await other.visitor().post("/admin/auth", ADMIN, { headers });
      return answer.headers.getSetCookie()[0]!;
    } finally {
      await other.close();
    }
  };

  it("can be set to Secure always, and to SameSite=Strict", async () => {
    const settings = { TRADEWIND_COOKIE_SECURE: "always", TRADEWIND_COOKIE_SAMESITE: "strict" };
    const cookie = await cookieWith(settings);
    for (const word of ["; Secure", "; HttpOnly", "; SameSite=Strict", "; Path=/"])
      expect(cookie).toContain(word);
    expect(cookie).not.toContain("Domain");
  });

  it("is Secure by itself where the proxy reports TLS", async () => {
    const answer = await shop
      .visitor()
      .post("/admin/auth", ADMIN, { headers: { "x-forwarded-proto": "https" } });
    expect(answer.headers.getSetCookie()[0]).toContain("; Secure");
  });
});

describe("the secret that signs tokens", () => {
  it("has no default: it is given and long, or made once for this shop alone", () => {
    expect(() => secretsOf(configFrom({ TRADEWIND_JWT_SECRET: "supersecret" }))).toThrow(/at least 32/);
    const short = { TRADEWIND_JWT_SECRET: "x".repeat(32), TRADEWIND_ACCEPTED_JWT_SECRETS: "supersecret" };
    expect(() => secretsOf(configFrom(short))).toThrow(/^TRADEWIND_ACCEPTED_JWT_SECRETS: at least 32/);
    const alone = { TRADEWIND_ACCEPTED_JWT_SECRETS: "x".repeat(32) };
    expect(() => secretsOf(configFrom(alone))).toThrow(/needs TRADEWIND_JWT_SECRET/);
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "tradewind-secret-")));
    const secrets = folders.map((folder) => secretsOf(configFrom({ TRADEWIND_DATA_DIR: folder })).current);
    expect(new Set(secrets).size).toBe(2);
    expect(secrets[0]!.length).toBeGreaterThan(60);
    expect(secretsOf(configFrom({ TRADEWIND_DATA_DIR: folders[0] })).current).toBe(secrets[0]);
    expect(statSync(join(folders[0]!, "jwt-secret")).mode & 0o077).toBe(0);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
});

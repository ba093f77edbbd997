import { Writable } from "node:stream";
import { describe, expect } from "vitest";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { openDatabase } from "../../src/db/database.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { ADMIN, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";

const { it, shop } = withShop();

describe("the operator's routes", () => {
  it("report that the process is alive and ready", async () => {
    expect(await shop.visitor().get("/health")).toMatchObject({ status: 200, body: "OK" });
    expect(await shop.visitor().get("/ready")).toMatchObject({
      status: 200,
      body: { database: "ok", migrations: "ok" },
    });
  });

  it("report pending migrations", async () => {
    const empty = await freshDatabase({ empty: true });
    const db = openDatabase({ url: empty.url });
    const app = await buildApp({
      config: configFrom({ LOG_LEVEL: "silent" }),
      db,
      secrets: fixedSecrets("x".repeat(32)),
      describeOnly: true,
    });
    const answer = await app.inject("/ready");
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({ database: "ok", migrations: "pending" });
    await app.close();
    await db.close();
    await empty.drop();
  });

  it("report when the database is unreachable, and other routes answer 503", async () => {
    const db = openDatabase({ url: "postgres://nobody@127.0.0.1:1/nothing" });
    const app = await buildApp({
      config: configFrom({ LOG_LEVEL: "silent" }),
      db,
      secrets: fixedSecrets("x".repeat(32)),
      describeOnly: true,
    });
    expect((await app.inject("/health")).statusCode).toBe(200);
    expect((await app.inject("/ready")).statusCode).toBe(503);
    const answer = await app.inject("/store/collections");
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ type: "database_error", code: "api_error" });
    await app.close();
    await db.close();
  });

  it("count requests by route and statements", async () => {
    await shop.visitor().get("/store/collections/pcol_unknown");
    const { body } = await shop.visitor().get("/metrics");
    expect(body).toMatch(
      /tradewind_http_request_duration_seconds_count\{[^}]*route="\/store\/collections\/:id"[^}]*status="404"/,
    );
    expect(body).toMatch(/tradewind_sql_statements_total \d+/);
    expect(body).toMatch(/tradewind_database_connections\{state="idle"\}/);
    expect(body).not.toContain("pcol_unknown");
  });

  it("name only counters like counters", async () => {
    const { body } = await shop.visitor().get("/metrics");
    expect((body as string).match(/^# TYPE \S+_total (?!counter)\w+$/gm)).toBeNull();
    expect(body).toContain("nodejs_active_resources{");
  });

  it("name where to report security problems, if the operator has set an address", async () => {
    expect((await shop.visitor().get("/.well-known/security.txt")).status).toBe(404);
    const other = await startShop({ TRADEWIND_SECURITY_CONTACT: "mailto:security@shop.example" });
    const { status, body } = await other.visitor().get("/.well-known/security.txt");
    await other.close();
    expect(status).toBe(200);
    const [, expires] = /^Contact: mailto:security@shop\.example\nExpires: (\S+)\n$/.exec(body)!;
    expect(Date.parse(expires!)).toBeGreaterThan(Date.now());
    expect(() => configFrom({ TRADEWIND_SECURITY_CONTACT: "security" })).toThrow(
      "TRADEWIND_SECURITY_CONTACT",
    );
  });

  it("describe every route of the API", async () => {
    const { body } = await shop.visitor().get("/openapi.json");
    expect(body.openapi).toBe("3.1.0");
    expect(body.paths["/admin/collections/{id}"]).toHaveProperty("post");
    expect(body.components.schemas).toHaveProperty("Customer");
    expect(JSON.stringify(body)).not.toContain("password_hash");
    const { post } = body.paths["/admin/collections"];
    expect(post.security).toEqual([{ session: [] }, { token: [] }, { apiToken: [] }]);
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(["200", "4XX"]));
  });

  it("show the reference without a host other than this one", async () => {
    const { status, body, headers } = await shop.visitor().get("/docs/");
    expect(status).toBe(200);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy).not.toMatch(/https?:/);
    const scripts = [...String(body).matchAll(/src="([^"]+)"/g)].map(([, source]) => source!);
    expect(scripts.length).toBeGreaterThan(0);
    for (const source of scripts) expect(source).not.toMatch(/^(https?:)?\/\//);
  });
});

describe("the log", () => {
  it("holds one line a request and no secret", async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const config = configFrom({ LOG_LEVEL: "trace" });
    const app = await buildApp({
      config,
      db: shop.db,
      secrets: fixedSecrets("x".repeat(32)),
      logStream: sink,
    });
    const login = await app.inject({ method: "POST", url: "/admin/auth", payload: ADMIN });
    const token = await app.inject({ method: "POST", url: "/admin/auth/token", payload: ADMIN });
    await app.inject({ url: "/store/auth/somebody@example.com" });
    const payload = { email: "forgetful@example.com" };
    await app.inject({ method: "POST", url: "/admin/users/password-token", payload });
    await app.inject({ url: "/admin/auth?x=private", headers: { authorization: "Bearer made-up-token" } });
    await app.close();
    const log = lines.join("");
    expect(lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(5);
    expect(log).toContain("no mail can be sent: set TRADEWIND_SMTP_URL, or run: tradewind user password");
    expect(log).toContain('"route":"/store/auth/:email"');
    const secrets = [
      ADMIN.password,
      login.cookies[0]!.value,
      token.json().access_token,
      "made-up-token",
      "somebody@example.com",
      "forgetful@example.com",
      "x=private",
      "argon2",
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});

describe("shutting down", () => {
  it("finishes running requests", async () => {
    const closing = await startShop();
    closing.db.beforeCommit.add(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const running = closing.admin.post("/admin/collections", { title: "Last one" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = closing.app.close();
    const { status, body } = await running;
    expect(status).toBe(200);
    await closed;
    const rows = await closing.db.run({ text: "select id from product_collection", values: [] });
    expect(rows).toEqual([{ id: body.collection.id }]);
    await expect(closing.visitor().get("/health")).rejects.toThrow();
    await closing.close();
  });
});

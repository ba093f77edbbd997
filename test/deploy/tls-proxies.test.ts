import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { drainTimesOf } from "../../src/cli/stop-signal.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { theProgram } from "../support/servers/daemon.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { environmentOn, urlOf } from "../support/servers/servers.ts";
import { curl, HOST, startTlsProxy, type TlsProxy } from "./tls-proxies.ts";

let folder: string;
let database: TestDatabase;
let server: Program;
let proxies: Record<"nginx" | "caddy", TlsProxy>;

const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-uploads-"));
    database = await freshDatabase();
    const environment = { TRADEWIND_DATA_DIR: folder, TRADEWIND_TRUST_PROXY: "127.0.0.1" };
    server = tradewind(["start"], { ...environmentOn(database.url), ...environment });
    const port = Number(new URL(await urlOf(server)).port);
    proxies = { nginx: await startTlsProxy("nginx", port), caddy: await startTlsProxy("caddy", port) };
  },
  async () => {
    for (const proxy of Object.values(proxies ?? {})) await proxy.stop();
    server.process.kill("SIGTERM");
    await server.ended;
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);

const deployed = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), "utf8");

describe.each(["nginx", "caddy"] as const)("%s with the configuration of deploy/", (name) => {
  const request = (path: string, ...words: string[]) => curl(proxies[name].port, path, ...words);

  it("serves the shop with HTTP/2 and TLS, to be used with TLS for a year", () => {
    const answer = request("/store/regions");
    expect(answer).toMatch(/^HTTP\/2 200/);
    expect(answer).toMatch(/^strict-transport-security: max-age=31536000\r$/im);
    expect(answer).toContain('"regions":');
    expect(answer).not.toMatch(/^server: .*\d/im);
  });

  it("forwards that the request came with TLS: the session cookie is secure", () => {
    const json = ["-H", "content-type: application/json", "-d", JSON.stringify(ADMIN)];
    expect(request("/admin/auth", ...json)).toMatch(/^set-cookie: .*; Secure/im);
  });

  it("does not show the metrics", () => {
    expect(request("/metrics")).toMatch(/^HTTP\/2 404/);
  });

  it("lets the largest upload of Tradewind through, and no larger one", () => {
    const login = ["-H", "content-type: application/json", "-d", JSON.stringify(ADMIN)];
    const [, token] = /"access_token":"([^"]+)"/.exec(request("/admin/auth/token", ...login))!;
    const upload = (bytes: number) => {
      const file = join(folder, "photo.png");
      writeFileSync(file, Buffer.alloc(bytes));
      const words = ["-H", `authorization: Bearer ${token}`, "-F", `files=@${file};type=image/png`];
      return request("/admin/uploads", ...words, "-o", join(folder, "answer"), "-w", "%{http_code}");
    };
    expect(upload(50 * 1024 * 1024)).toBe("200");
    expect(upload(70 * 1024 * 1024)).toMatch(/^(413|502)$/);
  });
});

describe("the proxies", () => {
  it("redirect HTTP to HTTPS, and leave the challenges of certbot alone", () => {
    const { plainPort } = proxies.nginx;
    const head = (path: string) =>
      execFileSync("curl", ["-sSI", "-H", `host: ${HOST}`, `http://127.0.0.1:${plainPort}${path}`], {
        encoding: "utf8",
      });
    expect(head("/store/carts?limit=1")).toMatch(
      /^HTTP\/1\.1 308[\s\S]*Location: https:\/\/shop\.example\.com\/store\/carts\?limit=1\r/,
    );
    expect(head("/.well-known/acme-challenge/x")).toMatch(/^HTTP\/1\.1 404/);
  });

  it("close idle connections before a stopping process does", () => {
    const { grace } = drainTimesOf({ drainSeconds: 5 });
    const seconds = [
      /^ *keepalive_timeout (\d+)s;/m.exec(deployed("nginx/tradewind.conf"))![1],
      /^\s*keepalive (\d+)s$/m.exec(deployed("caddy/Caddyfile"))![1],
    ];
    for (const idle of seconds) expect(Number(idle)).toBeLessThan(grace);
  });

  it("Caddy has its file as it would format it", () => {
    const file = new URL("../../deploy/caddy/Caddyfile", import.meta.url).pathname;
    expect(execFileSync(theProgram("caddy"), ["fmt", file], { encoding: "utf8" })).toBe(
      deployed("caddy/Caddyfile"),
    );
  });
});

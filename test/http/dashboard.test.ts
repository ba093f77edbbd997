import { request } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect } from "vitest";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

/** `fetch` would unpack what it gets. */
const sent = (path: string, { method = "GET", encoding = "" } = {}) =>
  new Promise<{ status?: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = encoding ? { "accept-encoding": encoding } : {};
    request(shop.baseUrl + path, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    })
      .on("error", reject)
      .end();
  });

const scriptOf = (page: string) => /src="\.\/(assets\/[^"]+\.js)"/.exec(page)![1]!;
const policyOf = (headers: Headers) => headers.get("content-security-policy") ?? "";

describe("the dashboard at /app", () => {
  it("has a policy that allows nothing from other hosts, with a new nonce for each answer", async () => {
    const answers = await Promise.all([
      shop.visitor().get("/app"),
      shop.visitor().get("/app/orders/order_1"),
    ]);
    const nonces = answers.map(({ status, headers, body }) => {
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      const policy = policyOf(headers);
      expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
      expect(policy).toContain("img-src 'self' data: blob: http://localhost:0;");
      expect(policy).not.toMatch(/unsafe|https:/);
      const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
      expect(body).toContain(`<meta name="csp-nonce" content="${nonce}" />`);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it("sends its files packed to those who can unpack them, to be kept for good", async () => {
    const { body } = await shop.visitor().get("/app");
    const path = `/app/${scriptOf(body)}`;
    const [plain, packed] = await Promise.all([sent(path), sent(path, { encoding: "gzip, br" })]);
    expect(plain.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: expect.stringContaining("Accept-Encoding"),
    });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it("answers HEAD as GET, without a body", async () => {
    const page = await sent("/app", { method: "HEAD" });
    expect([page.status, page.bytes.length]).toEqual([200, 0]);
    expect(page.headers["content-security-policy"]).toContain("nonce-");
    const { body } = await shop.visitor().get("/app");
    const script = await sent(`/app/${scriptOf(body)}`, { method: "HEAD" });
    expect([script.status, script.bytes.length]).toEqual([200, 0]);
  });

  it("has no other files than those of the build", async () => {
    const { body } = await shop.visitor().get("/app");
    for (const name of ["missing.js", "..%2Findex.html", `${scriptOf(body).slice("assets/".length)}.br`]) {
      expect((await sent(`/app/assets/${name}`)).status, name).toBe(404);
    }
  });

  it("says in config.json that the API is on the same host, and which mails can go", async () => {
    const configOf = async (environment: Record<string, string>) => {
      const other = await startShop(environment);
      const { body } = await other.visitor().get("/app/config.json");
      await other.close();
      return body;
    };
    expect((await shop.visitor().get("/app/config.json")).body).toEqual({
      apiUrl: "",
      passwordMails: false,
      shipmentMails: false,
    });
    expect(await configOf({ TRADEWIND_SMTP_URL: "smtp://127.0.0.1:1" })).toEqual({
      apiUrl: "",
      passwordMails: true,
      shipmentMails: true,
    });
  });
});

describe("pictures of products in the dashboard", () => {
  const pictureHosts = async (environment: Record<string, string>) => {
    const other = await startShop(environment);
    try {
      const { headers } = await other.visitor().get("/app");
      return /img-src 'self' data: blob:([^;]*);/.exec(policyOf(headers))![1]!.trim();
    } finally {
      await other.close();
    }
  };

  it("may come from the configured bucket or the CDN before it, and from nowhere else", async () => {
    expect(await pictureHosts({ TRADEWIND_FILES: "s3://goods/pictures?region=eu-west-1" })).toBe(
      "http://localhost:0 https://goods.s3.eu-west-1.amazonaws.com",
    );
    expect(
      await pictureHosts({
        TRADEWIND_FILES: "s3://goods?region=eu-west-1",
        TRADEWIND_FILES_PUBLIC_URL: "https://cdn.example/pictures",
        TRADEWIND_PUBLIC_URL: "https://shop.example/api",
      }),
    ).toBe("https://shop.example https://cdn.example");
  });
});

describe("TRADEWIND_DASHBOARD=off", () => {
  it("leaves the dashboard out", async () => {
    const other = await startShop({ TRADEWIND_DASHBOARD: "off" });
    try {
      for (const path of ["/app", "/app/orders", "/app/config.json"]) {
        expect((await other.visitor().get(path)).status, path).toBe(404);
      }
    } finally {
      await other.close();
    }
  });
});

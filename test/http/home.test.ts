import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { ADMIN, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { ran, typed } from "../support/servers/shell.ts";

const { it, shop } = withShop(() => startShop({ TRADEWIND_PUBLIC_URL: "https://api.shop.example" }));

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

const fetched = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(shop.baseUrl + path, { headers, method });
const page = async () => (await fetched("/", { accept: BROWSER })).text();

describe("the page at /", () => {
  it("has the name of the shop, as text", async () => {
    await shop.admin.post("/admin/store", { name: `Salt & <b>Rope</b> "Ltd"` });
    const html = await page();
    expect(html).toContain("<h1>Salt &amp; &lt;b&gt;Rope&lt;/b&gt; &quot;Ltd&quot;</h1>");
    expect(html).toMatch(/Tradewind \d+\.\d+\.\d+/);
  });

  it("has links that lead somewhere, and to no other host", async () => {
    const html = await page();
    const links = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link!);
    expect(links).toEqual(
      expect.arrayContaining([
        "/app",
        "/docs",
        "/openapi.json",
        "/health",
        "/favicon.svg",
        "/guides",
        "/guides/checkout",
      ]),
    );
    for (const link of links) {
      expect(link).toMatch(/^\//);
      expect((await fetched(link)).status, link).toBe(200);
    }
  });

  it("shows three commands for the address of the shop, which work", async () => {
    const shown = [...(await page()).matchAll(/<pre class="command"><code>(.+?)<\/code><\/pre>/gs)].map(
      ([, text]) => text!,
    );
    expect(shown).toHaveLength(3);
    for (const text of shown) expect(text).toContain("https://api.shop.example/");
    const commands = shown
      .join("\n")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replaceAll("https://api.shop.example", shop.baseUrl)
      .replace("EMAIL", ADMIN.email)
      .replace("PASSWORD", ADMIN.password);
    const output = await ran("bash", ["-c", typed(commands)], { environment: {} });
    expect(output).toContain('"products"');
    expect(output).toContain('"hits"');
    expect(output).toContain('"access_token"');
  });

  it("loads and runs nothing: the policy allows its own style and pictures only", async () => {
    const { headers } = await fetched("/", { accept: BROWSER });
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(await page())!;
    const hash = createHash("sha256").update(style!).digest("base64");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).not.toContain("unsafe");
    expect(await page()).not.toMatch(/<script|style="|javascript:/);
  });

  it("is JSON for clients that do not ask for HTML", async () => {
    for (const accept of ["application/json", "*/*", "application/json, text/plain, */*"]) {
      const answer = await fetched("/", { accept });
      expect(answer.headers.get("content-type")).toContain("application/json");
      expect(await answer.json()).toMatchObject({
        shop: expect.stringContaining("Salt"),
        version: expect.stringMatching(/^\d+\./),
        links: { reference: "https://api.shop.example/docs", health: "https://api.shop.example/health" },
      });
    }
  });

  it("can be cached for a short time, by the kind of client", async () => {
    const { headers } = await fetched("/", { accept: BROWSER });
    expect(headers.get("cache-control")).toBe("public, max-age=60");
    expect(headers.get("vary")).toMatch(/\bAccept\b/);
    const etag = headers.get("etag")!;
    expect((await fetched("/", { accept: BROWSER, "if-none-match": etag })).status).toBe(304);
    expect((await fetched("/", { accept: "application/json", "if-none-match": etag })).status).toBe(200);
  });

  it("answers HEAD, and no other method", async () => {
    const head = await fetched("/", { accept: BROWSER }, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect((await fetched("/", {}, "POST")).status).toBe(404);
  });

  it("is there without a database, without a name, and is not cached", async () => {
    const lost = await startShop();
    await lost.db.pool.end();
    const answer = await fetch(`${lost.baseUrl}/`, { headers: { accept: BROWSER } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("The database does not answer");
    await lost.app.close();
  });
});

describe("beside it", () => {
  it.each(["/favicon.svg", "/favicon.ico"])("%s is a picture for the tab", async (path) => {
    const answer = await fetched(path);
    expect(answer.headers.get("content-type")).toBe("image/svg+xml");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
    expect(await answer.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  });
});

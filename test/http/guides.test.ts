import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

const fetched = (path: string, accept = "*/*") => fetch(shop.baseUrl + path, { headers: { accept } });
const page = async (path: string) => (await fetched(path, BROWSER)).text();

const linksIn = (html: string) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link!);

describe("the documentation", () => {
  it("is a page with a title in a browser", async () => {
    const answer = await fetched("/guides/checkout", BROWSER);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("vary")).toMatch(/\bAccept\b/);
    const html = await answer.text();
    expect(html).toContain("<title>Checkout</title>");
    expect(html).toContain('<h2 id="when-a-request-is-refused">When a request is refused</h2>');
    expect(html).toContain("<td>409</td>");
    expect(html).toContain("&quot;$shop/store/products?handle=skerry-sailing-jacket");
  });

  it("is text for other clients", async () => {
    for (const path of ["/guides", "/guides/checkout"]) {
      const answer = await fetched(path);
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(await answer.text()).toMatch(/^# /);
    }
  });

  it("loads and runs nothing: the policy allows its own style and pictures only", async () => {
    const answer = await fetched("/guides/scaling", BROWSER);
    const html = await answer.text();
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(html)!;
    const hash = createHash("sha256").update(style!).digest("base64");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).not.toContain("unsafe");
    expect(html).not.toMatch(/<script|style="|javascript:|src="http/);
  });

  it("shows no comments for its tests", async () => {
    expect(await (await fetched("/guides/plugins")).text()).toContain("<!-- file:");
    expect(await page("/guides/plugins")).not.toContain("<!--");
  });

  it("has links, pictures and anchors that lead somewhere, on every page", async () => {
    const pages = new Map<string, string>();
    const toRead = ["/guides"];
    for (const path of toRead) {
      if (pages.has(path)) continue;
      pages.set(path, await page(path));
      const links = linksIn(pages.get(path)!).map((link) => link.replace(/#.*/, ""));
      toRead.push(...links.filter((link) => /^\/guides(\/(?!pictures)|$)/.test(link)));
    }
    expect(pages.size).toBeGreaterThan(40);
    const broken: string[] = [];
    const others = new Map<string, number>();
    for (const [path, html] of pages) {
      for (const link of linksIn(html).filter((each) => !/^https?:/.test(each))) {
        const [target, anchor] = link.split("#");
        const content = pages.get(target || path);
        if (content === undefined && !others.has(target!))
          others.set(target!, (await fetched(target!)).status);
        const isFound = content === undefined ? others.get(target!) === 200 : true;
        const hasAnchor = anchor === undefined || content?.includes(`id="${anchor}"`);
        if (!isFound || !hasAnchor) broken.push(`${path}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
    expect([...others.keys()]).toContain("/guides/pictures/scaling.svg");
  });

  it.each([
    "nothing",
    "..%2f..%2fpackage.json",
    "%2e%2e%2fsecurity",
    "__proto__",
    "pictures/..%2fopenapi.json",
    "pictures/nothing.svg",
    "pictures/..%2f..%2fdist%2fmain.js",
  ])("has no page %s", async (name) => {
    const answer = await fetched(`/guides/${name}`, BROWSER);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ type: "not_found" });
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { anchorOf } from "../../src/http/guides/render.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

/** The links and pictures of a page, as they are written. */
function linksOf(page: string): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(textOf(page)), (token) => {
    if (token.type === "link" || token.type === "image") links.push(token["href"]);
  });
  return links;
}

/** Where they lead, from the root of the repository. */
const targetsOf = (page: string): string[] =>
  linksOf(page)
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .map((target) => join(dirname(page), target.replace(/#.*/, "")));

const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md"))
  .map((file) => join("docs", file));

describe("the index of the documentation", () => {
  it("has a part for each role", () => {
    const parts = [...textOf("docs/README.md").matchAll(/^## (.+)$/gm)].map(([, part]) => part);
    expect(parts).toEqual(["Shop", "Storefront developer", "Operator", "Plugin author", "Contributor"]);
  });

  it("leads to every page", () => {
    const targets = targetsOf("docs/README.md");
    const isListed = (page: string) =>
      targets.includes(page) || targets.includes(join(dirname(page), "README.md"));
    expect(docs.filter((page) => page !== "docs/README.md" && !isListed(page))).toEqual([]);
  });

  it("is in the README", () => {
    expect(targetsOf("README.md")).toContain("docs/README.md");
  });
});

describe("the decisions", () => {
  const files = readdirSync(join(root, "docs/adr")).filter((file) => file !== "README.md");
  const index = textOf("docs/adr/README.md");

  it("are all in their index, without a gap in the numbers", () => {
    const listed = targetsOf("docs/adr/README.md");
    expect(files.filter((file) => !listed.includes(join("docs/adr", file)))).toEqual([]);
    const numbers = [...index.matchAll(/^- \[?(\d+)\./gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(numbers).toHaveLength(Math.max(...files.map((file) => Number.parseInt(file, 10))));
  });

  it("have a status", () => {
    expect(files.filter((file) => !/^Status: /m.test(textOf(`docs/adr/${file}`)))).toEqual([]);
  });
});

const pages = ["README.md", "CONTRIBUTING.md", ...docs];

it("links and pictures of all pages lead to files", () => {
  const broken = pages.flatMap((page) =>
    targetsOf(page)
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  marked.walkTokens(marked.lexer(textOf(page)), (token) => {
    if (token.type === "heading") anchors.add(anchorOf(token["text"]));
  });
  return anchors;
}

it("links into pages lead to headings", () => {
  const examples = ["loyalty-points", "product-reviews"].map((name) => `examples/${name}/README.md`);
  const broken = [...pages, "CHANGELOG.md", "packages/client/README.md", ...examples].flatMap((page) =>
    linksOf(page)
      .filter((link) => /^[^:]*#/.test(link))
      .filter((link) => {
        const [path, anchor] = link.split("#") as [string, string];
        const target = path === "" ? page : join(dirname(page), path);
        return target.endsWith(".md") && !anchorsOf(target).has(anchor);
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

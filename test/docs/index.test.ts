import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

/** Where the links and pictures of a page lead, from the root of the repository. */
function targetsOf(page: string): string[] {
  const targets: string[] = [];
  marked.walkTokens(marked.lexer(textOf(page)), (token) => {
    if (token.type === "link" || token.type === "image") targets.push(token["href"]);
  });
  return targets
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .map((target) => join(dirname(page), target.replace(/#.*/, "")));
}

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

it("links and pictures of all pages lead to files", () => {
  const broken = ["README.md", "CONTRIBUTING.md", ...docs].flatMap((page) =>
    targetsOf(page)
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (page: string) => readFileSync(join(root, page), "utf8");
const isThere = (path: string) => existsSync(join(root, path));

/** Paths in backticks that begin with one of these folders; `src/modules/<area>/` stands for any. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:src|test|docs|scripts)\/[\w./-]+)`/g)].map(([, path]) => path!);

describe("the files that the documentation names", () => {
  it.each(["docs/architecture.md", "CONTRIBUTING.md"])("are there: %s", (page) => {
    const paths = pathsIn(textOf(page));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it("are there, also without their folder", () => {
    const files = ["src", "test", "migrations", "dashboard/src"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `/${folder}/${file}`,
      ),
    );
    const names = [...textOf("docs/architecture.md").matchAll(/`([a-z][\w/-]*\.(?:test\.)?(?:ts|sql))`/g)];
    expect(names.length).toBeGreaterThan(50);
    const missing = names.filter(([, name]) => !files.some((file) => file.endsWith(`/${name}`)));
    expect(missing.map(([, name]) => name)).toEqual([]);
  });

  it("are at most 7 with 600 lines, to change one rule of adding a line", () => {
    const [, section = ""] = textOf("CONTRIBUTING.md").split("## Change one rule of adding a line");
    const [table = ""] = section.split("The steps:");
    const files = [...table.matchAll(/^\| `([\w./-]+\.ts)` \|/gm)].map(
      ([, file]) => `src/modules/selling/carts/${file}`,
    );
    expect(files.filter((file) => !isThere(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThanOrEqual(7);
    const lines = files.reduce((sum, file) => sum + textOf(file).split("\n").length - 1, 0);
    expect(lines).toBeLessThanOrEqual(600);
  });

  it("has an answer for each question of its table of contents", () => {
    const text = textOf("docs/architecture.md");
    const anchors = [...text.matchAll(/^\d+\. \[(.+)\]\(#(.+)\)$/gm)];
    const headings = [...text.matchAll(/^### (\d+\. .+)$/gm)].map(([, heading]) => heading!);
    const anchorOf = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-");
    expect(anchors).toHaveLength(10);
    expect(anchors.map(([, , anchor]) => anchor)).toEqual(headings.map(anchorOf));
  });
});

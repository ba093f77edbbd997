import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The last cell of each row: the tests that prove a promise. */
const named = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| ") || line.startsWith("|  "))
    .flatMap((line) =>
      [...(line.split("|").at(-2) ?? "").matchAll(/`([\w./*…-]+)`/g)].map(([, name]) => name!),
    )
    .filter((name) => /^(src|fuzz|security|api|http|db|docs|events|races|providers|support)\//.test(name));

/** `security/api1-…`: some file whose name begins so; `api/carts-privacy`: that test; `support/fuzz/books.ts`: that file. */
function isThere(name: string): boolean {
  const path = join(root, name.startsWith("src/") ? "" : "test", name);
  const file = basename(path);
  const fits = (each: string) =>
    /[…*]$/.test(file) ? each.startsWith(file.slice(0, -1)) : [file, `${file}.test.ts`].includes(each);
  return readdirSync(dirname(path)).some(fits);
}

it("the tests that docs/security.md names are there", () => {
  const names = named(readFileSync(join(root, "docs/security.md"), "utf8"));
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

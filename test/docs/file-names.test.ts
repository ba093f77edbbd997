import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const modules = fileURLToPath(new URL("../../src/modules/", import.meta.url));

it("no two stores have one name", () => {
  const stores = readdirSync(modules, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("-store.ts"))
    .map((file) => basename(file));
  expect(stores.length).toBeGreaterThan(50);
  expect(stores.filter((name, at) => stores.indexOf(name) !== at)).toEqual([]);
});

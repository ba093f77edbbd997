import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { takesKey, urlOf } from "../../packages/client/src/request.ts";

interface Described {
  parameters?: { $ref?: string }[];
}

const { paths } = JSON.parse(readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, Record<string, Described>>;
};

it("a client sends keys to all operations that take them, and to no others", () => {
  const described = Object.entries(paths).flatMap(([path, { post }]) => {
    const isCovered = post?.parameters?.some(({ $ref }) => $ref?.endsWith("/IdempotencyKey"));
    return post ? [[path, isCovered ?? false]] : [];
  });
  expect(described.map(([path]) => [path, takesKey("POST", String(path))])).toEqual(described);
});

it("a client knows every method of the description", () => {
  const methods = new Set(Object.values(paths).flatMap((item) => Object.keys(item)));
  expect([...methods].sort()).toEqual(["delete", "get", "post"]);
});

it.each(["", ".", ".."])("a client calls no other operation when an id is %j", (id) => {
  expect(() => urlOf("/admin/products/{id}/variants", { path: { id } })).toThrow(TypeError);
});

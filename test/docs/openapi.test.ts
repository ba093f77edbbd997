import { readFileSync } from "node:fs";
import { lint, loadConfig } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { joinNotes } from "../../src/module/join-notes.ts";
import { modules, readingOrder } from "../../src/modules.ts";
import { AnswerSchemas } from "../support/checks/answer-schemas.ts";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(root + path, "utf8");

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  responses: Record<string, unknown>;
}

// That it describes the API as it is, is in generated.test.ts.
const document = JSON.parse(read("docs/openapi.json")) as {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    route: `${method.toUpperCase()} ${path}`,
  })),
);
const notedTags = joinNotes(modules, readingOrder.groups).flatMap(({ tags }) => tags);

describe("docs/openapi.json", () => {
  it("follows the recommended rules of the linter", async () => {
    const config = await loadConfig({ configPath: `${root}redocly.yaml` });
    const problems = await lint({ ref: `${root}docs/openapi.json`, config });
    const open = problems.filter(({ ignored }) => !ignored);
    expect(open.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it("keeps the ids of operations: generated clients use them as names", () => {
    const known = read("test/docs/operation-ids.txt").trim().split("\n");
    const now = operations.map(({ operationId, route }) => `${operationId} ${route}`);
    expect(now.sort()).toEqual(known);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it("names operations by a verb and a noun, the noun with its area", () => {
    const ids = operations.map(({ operationId, route }) => ({ operationId, area: areaOf(route) }));
    const wrong = ids.filter(
      ({ operationId, area }) => !new RegExp(`^[a-z]+.*${area}[A-Z]`).test(operationId),
    );
    expect(wrong).toEqual([]);
  });

  it("describes every operation in a sentence of its own", () => {
    const texts = operations.map(({ description = "" }) => description);
    expect(operations.filter(({ description = "" }) => !/^[A-Z].{10,}\.$/s.test(description))).toEqual([]);
    const repeated = texts.filter((text, index) => texts.indexOf(text) !== index);
    // Users and customers ask for a new password in the same way.
    expect(repeated.filter((text) => !/token|JWT/.test(text))).toEqual([]);
    expect(operations.filter(({ summary }) => !summary)).toEqual([]);
  });

  it("has a note for every operation, under its tag, and none for others", () => {
    const noted = notedTags.flatMap(({ name, operations: routes }) =>
      Object.keys(routes).map((route) => `${route} ${name}`),
    );
    expect(noted.sort()).toEqual(operations.map(({ route, tags }) => `${route} ${tags.join()}`).sort());
    expect(document.tags.map(({ name }) => name)).toEqual(notedTags.map(({ name }) => name));
  });

  it("has examples that are whole answers", () => {
    const schemas = new AnswerSchemas(JSON.parse(read("docs/openapi.json")));
    const examples = Object.entries(JSON.parse(read("reference/examples.json")) as Record<string, unknown>);
    const faults = examples.flatMap(([id, body]) => {
      const [method = "", path = ""] = operations.find((each) => each.operationId === id)!.route.split(" ");
      return schemas.faultsOf({ method, path: path.replace(/[{}]/g, ""), status: 200, body });
    });
    expect(faults).toEqual([]);
    expect(examples.length).toBeGreaterThan(80);
  });

  it("names the credentials of every operation", () => {
    const guarded = operations.filter(({ security }) => security.some((each) => "session" in each));
    const open = operations.filter(
      ({ route }) => route.includes(" /admin/") && !guarded.some((each) => each.route === route),
    );
    expect(open.map(({ route }) => route).sort()).toEqual([
      "GET /admin/currencies",
      "POST /admin/auth",
      "POST /admin/auth/token",
      "POST /admin/invites/accept",
      "POST /admin/users/password-token",
      "POST /admin/users/reset-password",
    ]);
    expect(guarded.every(({ responses }) => "401" in responses)).toBe(true);
  });
});

function areaOf(route: string): string {
  const [, area] = /\/(admin|store)\//.exec(route) ?? [];
  return area ? area.charAt(0).toUpperCase() + area.slice(1) : "";
}

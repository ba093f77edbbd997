import { describe, expect, it } from "vitest";
import { describeApi } from "../../src/cli/commands/openapi.ts";
import { v1Operations } from "../support/v1/operations.ts";

/** The name of a path parameter does not matter. */
const nameless = (path: string) => path.replace(/\{[^}]+\}/g, "{}");

const known = ([method, path]: readonly [string, string]) => `${method.toUpperCase()} ${nameless(path)}`;

describe("the API of v1", () => {
  it("is served, every operation of it", async () => {
    const { paths } = JSON.parse(await describeApi()) as { paths: Record<string, Record<string, unknown>> };
    const served = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => known([method, path])),
      ),
    );
    expect(v1Operations.filter((operation) => !served.has(known(operation)))).toEqual([]);
    expect(v1Operations).toHaveLength(325);
  });
});

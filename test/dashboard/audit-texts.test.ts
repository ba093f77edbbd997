import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import de from "../../dashboard/src/i18n/de/pages/system.json" with { type: "json" };
import en from "../../dashboard/src/i18n/en/pages/system.json" with { type: "json" };

const { paths } = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as {
  paths: Record<string, Record<string, unknown>>;
};

/** The paths of all changes that the audit log may have, without the names of parameters. */
const changes = Object.entries(paths)
  .filter(([path, methods]) => path.startsWith("/admin/") && (methods["post"] || methods["delete"]))
  .map(([path]) => path.split("/").slice(2));

const subjects = new Set(changes.map(([subject]) => subject!));
const steps = new Set(changes.flatMap(([_, ...parts]) => parts.filter((part) => !part.startsWith("{"))));

describe("the audit log", { tags: ["short"] }, () => {
  it.each(Object.entries({ en, de }))("says in words what was changed: %s", (_, { system }) => {
    expect(subjects.size).toBeGreaterThan(50);
    expect([...subjects].filter((subject) => !Object.hasOwn(system.subjects, subject))).toEqual([]);
    expect([...steps].filter((step) => !Object.hasOwn(system.steps, step))).toEqual([]);
  });
});

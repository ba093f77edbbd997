import { expect, it } from "vitest";
import { tableWriters } from "../support/table-writers.ts";

/** Tables that are still written by several modules; the list becomes shorter, never longer. */
const SHARED: readonly string[] = [];

/** Files whose tables are not literals yet. */
const UNREAD: readonly string[] = [];

const { writers, hidden } = tableWriters();

it("the sources show which table each statement writes", () => {
  expect([...new Set(hidden.map((place) => place.split(": ")[0]!))]).toEqual(UNREAD);
});

it("each table is written by one module", () => {
  const shared = [...writers].filter(([, modules]) => modules.size > 1);
  const found = Object.fromEntries(shared.map(([table, modules]) => [table, [...modules].sort()]));
  expect(found).toEqual(
    Object.fromEntries(SHARED.map((table) => [table, found[table] ?? "one module only"])),
  );
});

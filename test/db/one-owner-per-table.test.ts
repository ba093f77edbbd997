import { expect, it } from "vitest";
import { tableWriters } from "./table-writers.ts";

const { writers, hidden } = tableWriters();

it("the sources show which table each statement writes", () => {
  expect(hidden).toEqual([]);
});

it("each table is written by one module", () => {
  expect(writers.size).toBeGreaterThan(90);
  const shared = [...writers].filter(([, modules]) => modules.size > 1);
  expect(Object.fromEntries(shared.map(([table, modules]) => [table, [...modules].sort()]))).toEqual({});
});

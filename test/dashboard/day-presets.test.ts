/** @module-tag short */
import { expect, it } from "vitest";
import { type DayPreset, daysOf } from "../../dashboard/src/kit/list/day-presets.ts";

const text = (day: Date) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

it.each<[string, DayPreset, string, string]>([
  ["2026-11-18", "today", "2026-11-18", "2026-11-18"],
  ["2026-11-01", "yesterday", "2026-10-31", "2026-10-31"],
  ["2026-11-18", "this-week", "2026-11-16", "2026-11-18"],
  ["2026-11-16", "this-week", "2026-11-16", "2026-11-16"],
  ["2026-11-22", "last-week", "2026-11-09", "2026-11-15"],
  ["2026-11-03", "last-7-days", "2026-10-28", "2026-11-03"],
  ["2026-03-01", "last-30-days", "2026-01-31", "2026-03-01"],
  ["2026-11-18", "this-month", "2026-11-01", "2026-11-18"],
  ["2026-01-31", "last-month", "2025-12-01", "2025-12-31"],
  ["2026-03-31", "last-month", "2026-02-01", "2026-02-28"],
  ["2026-11-18", "this-year", "2026-01-01", "2026-11-18"],
])("on %s, %s is from %s to %s", (now, preset, first, last) => {
  const { from, to } = daysOf(preset, new Date(`${now}T13:00:00`));
  expect([text(from), text(to)]).toEqual([first, last]);
});

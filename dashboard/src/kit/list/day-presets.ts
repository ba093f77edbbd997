/** Periods that stay current, such as the last seven days. The address and a saved view have the name, not the days. */
export const DAY_PRESETS = [
  "today",
  "yesterday",
  "this-week",
  "last-week",
  "last-7-days",
  "last-30-days",
  "this-month",
  "last-month",
  "this-year",
] as const;
export type DayPreset = (typeof DAY_PRESETS)[number];

export const isPreset = (given: unknown): given is DayPreset => DAY_PRESETS.includes(given as DayPreset);

type Days = { from: Date; to: Date };

/** The first and the last day, both included. A week begins on Monday. */
export function daysOf(preset: DayPreset, now: Date): Days {
  const day = (offset: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
  const month = (offset: number) => new Date(now.getFullYear(), now.getMonth() + offset, 1);
  const sinceMonday = (now.getDay() + 6) % 7;
  const periods: Record<DayPreset, Days> = {
    today: { from: day(0), to: day(0) },
    yesterday: { from: day(-1), to: day(-1) },
    "this-week": { from: day(-sinceMonday), to: day(0) },
    "last-week": { from: day(-sinceMonday - 7), to: day(-sinceMonday - 1) },
    "last-7-days": { from: day(-6), to: day(0) },
    "last-30-days": { from: day(-29), to: day(0) },
    "this-month": { from: month(0), to: day(0) },
    "last-month": { from: month(-1), to: new Date(now.getFullYear(), now.getMonth(), 0) },
    "this-year": { from: new Date(now.getFullYear(), 0, 1), to: day(0) },
  };
  return periods[preset];
}

import { hashOf } from "../product.ts";

export const DAYS = 90;
/** The last orders came in since yesterday evening, at these parts of the time since then. */
const LATELY = [0.42, 0.63, 0.81, 0.94];

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;
const OPENS = 6 * HOUR;
const CLOSES = 21 * HOUR;

/**
 * When orders were placed, the oldest first: over the days before `now`, more at weekends, and more from week to week.
 * For one day always the same but for the last few, which lead up to `now`.
 */
export function orderDates(count: number, now: Date): Date[] {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const weights = Array.from({ length: DAYS - 1 }, (_, index) => weightOf(today - (DAYS - 1 - index) * DAY));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const early = count - LATELY.length;
  const dates: Date[] = [];
  let [day, before] = [0, 0];
  for (let index = 0; index < early; index++) {
    const reached = (whole * (index + 0.5)) / early;
    while (before + weights[day]! < reached) before += weights[day++]!;
    const part = (reached - before) / weights[day]!;
    dates.push(new Date(today - (DAYS - 1 - day) * DAY + OPENS + part * (CLOSES - OPENS)));
  }
  const evening = today - DAY + CLOSES;
  return [...dates, ...LATELY.map((part) => new Date(evening + part * (now.getTime() - evening)))].map(
    wholeSecond,
  );

  function weightOf(time: number): number {
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    const growth = 1 + (1.2 * (time - (today - DAYS * DAY))) / (DAYS * DAY);
    return growth * (isWeekend ? 1.7 : 1) * (0.7 + (hashOf(String(time / DAY)) % 60) / 100);
  }
}

const wholeSecond = (date: Date) => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** So many hours after an order was placed; sooner where not so much time has passed since. */
export function momentAfter(placed: Date, hours: { after: number; last: number }, now: Date): Date {
  const passed = (now.getTime() - placed.getTime()) * 0.95;
  const scale = Math.min(1, passed / (hours.last * HOUR));
  return wholeSecond(new Date(placed.getTime() + hours.after * HOUR * scale));
}

import { describe, expect, it } from "vitest";
import { momentAfter, orderDates } from "./order-dates.ts";

const now = new Date("2026-03-04T13:30:00Z");
const DAY = 24 * 3_600_000;
const dates = orderDates(200, now);
const isWeekend = (date: Date) => [0, 6].includes(date.getUTCDay());

describe("the dates of orders", () => {
  it("are within the last 90 days, in ascending order, and not in the future", () => {
    expect(dates).toHaveLength(200);
    expect([...dates].sort((a, b) => a.getTime() - b.getTime())).toEqual(dates);
    expect(dates[0]!.getTime()).toBeGreaterThan(now.getTime() - 90 * DAY);
    expect(dates[0]!.getTime()).toBeLessThan(now.getTime() - 87 * DAY);
    expect(dates.at(-1)!.getTime()).toBeLessThan(now.getTime());
    expect(dates.at(-1)!.getTime()).toBeGreaterThan(now.getTime() - DAY);
  });

  it("are more frequent at weekends, and from month to month", () => {
    const weekend = dates.filter(isWeekend).length / 2;
    expect(weekend).toBeGreaterThan((dates.length - weekend * 2) / 5);
    const sold = [0, 1, 2].map((month) => {
      const from = now.getTime() - (90 - 30 * month) * DAY;
      return dates.filter((date) => date.getTime() >= from && date.getTime() < from + 30 * DAY).length;
    });
    expect([...sold].sort((a, b) => a - b)).toEqual(sold);
  });

  it("are the same during a day, except for the last few", () => {
    for (const time of ["00:00:01", "23:59:59"]) {
      const others = orderDates(200, new Date(`2026-03-04T${time}Z`));
      expect(others.slice(0, -4)).toEqual(dates.slice(0, -4));
      expect(others.at(-1)!.getTime()).toBeGreaterThan(others.at(-5)!.getTime());
    }
  });
});

describe("the date of a step", () => {
  it("is the one of the story, or earlier if that would be in the future", () => {
    const old = new Date("2026-01-01T00:00:00Z");
    expect(momentAfter(old, { after: 20, last: 100 }, now)).toEqual(new Date("2026-01-01T20:00:00Z"));
    const recent = new Date("2026-03-04T03:30:00Z");
    expect(momentAfter(recent, { after: 100, last: 100 }, now)).toEqual(new Date("2026-03-04T13:00:00Z"));
    expect(momentAfter(recent, { after: 50, last: 100 }, now)).toEqual(new Date("2026-03-04T08:15:00Z"));
  });
});

import { describe, expect, it } from "vitest";
import { days, hours, minutes } from "../../../kernel/dates.ts";
import { boundariesOf, intervalOf, type PeriodQuery, periodsOf } from "./period.ts";
import { dayAfter, timeZone } from "./time-zone.ts";

const at = (text: string) => Date.parse(text);
const iso = (moment: number) => new Date(moment).toISOString();
const now = at("2026-11-17T09:20:00Z");
const spans = (query: PeriodQuery, moment = now) => {
  const { current, previous } = periodsOf(query, moment);
  const shown = ({ from, to, starts, ends }: typeof current) => [from, to, iso(starts), iso(ends)];
  return { current: shown(current), previous: shown(previous) };
};

describe("a period", () => {
  it("is the last 30 days in UTC unless the request says otherwise", () => {
    expect(spans({}).current).toEqual([
      "2026-10-19",
      "2026-11-17",
      "2026-10-19T00:00:00.000Z",
      "2026-11-18T00:00:00.000Z",
    ]);
  });

  it("has the days of the merchant", () => {
    expect(spans({ period: "today", timezone: "Pacific/Auckland" }).current).toEqual([
      "2026-11-17",
      "2026-11-17",
      "2026-11-16T11:00:00.000Z",
      "2026-11-17T11:00:00.000Z",
    ]);
  });

  it("is compared with as many days before it, up to the same time of day", () => {
    expect(spans({ period: "7d", timezone: "Europe/Berlin" }).previous).toEqual([
      "2026-11-04",
      "2026-11-10",
      "2026-11-03T23:00:00.000Z",
      "2026-11-10T09:30:00.000Z",
    ]);
  });

  it("that has ended is compared with whole days", () => {
    expect(spans({ from: "2026-03-28", to: "2026-03-30", timezone: "Europe/Berlin" })).toEqual({
      current: ["2026-03-28", "2026-03-30", "2026-03-27T23:00:00.000Z", "2026-03-30T22:00:00.000Z"],
      previous: ["2026-03-25", "2026-03-27", "2026-03-24T23:00:00.000Z", "2026-03-27T23:00:00.000Z"],
    });
  });
});

describe("a period is refused", () => {
  it.each<[PeriodQuery, string]>([
    [{ timezone: "Europe/Atlantis" }, "timezone:"],
    [{ timezone: "+01:00" }, "timezone:"],
    [{ timezone: "" }, "timezone:"],
    [{ from: "2026-02-30", to: "2026-03-01" }, "from:"],
    [{ from: "1999-12-31", to: "2000-01-01" }, "from:"],
    [{ from: "2026-02-01", to: "yesterday" }, "to:"],
    [{ from: "2026-02-02", to: "2026-02-01" }, "from:"],
    [{ from: "2026-11-18" }, "from: 2026-11-18 is after today"],
    [{ to: "2026-02-01" }, "from:"],
    [{ from: "2020-01-01", to: "2022-01-02" }, "to:"],
    [{ period: "7d", from: "2026-02-01" }, "period:"],
  ])("%j", (query, field) => {
    expect(() => periodsOf(query, now)).toThrow(field);
  });

  it("for too many points", () => {
    const { current } = periodsOf({ period: "90d" }, now);
    expect(() => intervalOf("hour", current)).toThrow("interval:");
    expect(intervalOf(undefined, current)).toBe("day");
    expect(intervalOf(undefined, periodsOf({ period: "today" }, now).current)).toBe("hour");
  });
});

describe("the points of a chart", () => {
  const points = (query: PeriodQuery, interval: "hour" | "day") => {
    const { zone, current } = periodsOf(query, now);
    return boundariesOf(zone, current, interval);
  };

  it("are 23 and 25 hours when the clocks change", () => {
    const berlin = (day: string) => points({ from: day, to: day, timezone: "Europe/Berlin" }, "hour");
    expect(berlin("2026-03-29")).toHaveLength(24);
    expect(berlin("2026-10-25")).toHaveLength(26);
    expect(berlin("2026-06-01")).toHaveLength(25);
  });

  it("follow one another without gaps", () => {
    const starts = points({ from: "2025-01-01", to: "2026-10-31", timezone: "America/New_York" }, "day");
    const lengths = new Set(starts.slice(1).map((each, index) => (each - starts[index]!) / hours(1)));
    expect([...lengths].sort()).toEqual([23, 24, 25]);
  });
});

describe("a day begins", () => {
  const zones = [
    ...["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Apia"],
    ...["Africa/Cairo", "Asia/Beirut", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Chatham"],
    ...["America/Havana", "Asia/Tehran", "Pacific/Kiritimati", "America/St_Johns"],
  ];

  it.each(zones)("with its first quarter of an hour in %s", (name) => {
    const zone = timeZone(name);
    let previous = zone.startOf("2011-12-20");
    for (let day = "2011-12-21"; day < "2012-12-31"; day = dayAfter(day)) {
      const start = zone.startOf(day);
      expect(start % minutes(15), day).toBe(0);
      expect(zone.dayOf(start) >= day, day).toBe(true);
      expect(zone.dayOf(start - 1) < day, day).toBe(true);
      expect(start >= previous && start - previous <= days(1) + hours(1), day).toBe(true);
      previous = start;
    }
  });

  it("later where the clocks skip midnight, and together with the next one where a day is skipped", () => {
    expect(iso(timeZone("Africa/Cairo").startOf("2026-04-24"))).toBe("2026-04-23T22:00:00.000Z");
    const apia = timeZone("Pacific/Apia");
    expect(apia.startOf("2011-12-30")).toBe(apia.startOf("2011-12-31"));
  });
});

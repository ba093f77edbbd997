/** A span of time as ISO 8601 writes it: `P3D`, `P1M`, `PT36H`. */
export interface Duration {
  months: number;
  seconds: number;
}

const DAY = 24 * 60 * 60;
const amount = String.raw`(\d{1,9}(?:[.,]\d{1,9})?)`;
const part = (unit: string) => `(?:${amount}${unit})?`;
const pattern = new RegExp(
  `^P(?=[\\dT])${["Y", "M", "W", "D"].map(part).join("")}(?:T(?=\\d)${["H", "M", "S"].map(part).join("")})?$`,
);

/** Null if the text is not a duration. */
export function durationOf(text: string): Duration | null {
  const found = pattern.exec(text);
  if (!found) return null;
  const [years, months, weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map(numberOf) as DurationFields;
  const allMonths = years * 12 + months;
  const wholeMonths = Math.floor(allMonths);
  // A fraction of a month counts as a fraction of 30 days.
  const allDays = (allMonths - wholeMonths) * 30 + weeks * 7 + days;
  return { months: wholeMonths, seconds: allDays * DAY + hours * 3600 + minutes * 60 + seconds };
}

type DurationFields = [number, number, number, number, number, number, number];

const numberOf = (text: string | undefined) => Number((text ?? "0").replace(",", "."));

/** One month after January 31 is the last day of February. */
export function endOf({ months, seconds }: Duration, start: Date): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return new Date(end.getTime() + seconds * 1000);
}

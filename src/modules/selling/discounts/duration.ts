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

/** Null for what is no duration. */
export function durationOf(text: string): Duration | null {
  const found = pattern.exec(text);
  if (!found) return null;
  const [years, months, weeks, days, hours, minutes, seconds] = found.slice(1).map(numberOf) as Parts;
  const allMonths = years * 12 + months;
  const wholeMonths = Math.floor(allMonths);
  // Part of a month has no length of its own; it counts as part of thirty days.
  const allDays = (allMonths - wholeMonths) * 30 + weeks * 7 + days;
  return { months: wholeMonths, seconds: allDays * DAY + hours * 3600 + minutes * 60 + seconds };
}

type Parts = [number, number, number, number, number, number, number];

const numberOf = (text: string | undefined) => Number((text ?? "0").replace(",", "."));

/** A month after the 31st of January is the last of February. */
export function endOf({ months, seconds }: Duration, start: Date): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return new Date(end.getTime() + seconds * 1000);
}

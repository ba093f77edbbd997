/**
 * A moment as written in a query: a date, a date-time, or seconds since 1970. Null when it is none of them.
 * Four digits alone are a year, as JavaScript reads them. Years have four digits: others could be stored, but
 * neither be shown in ISO 8601 nor be meant.
 */
export function parseTimestamp(text: string): Date | null {
  const isUnixSeconds = /^\d{5,}$/.test(text) || /^\d+\.\d+$/.test(text);
  const moment = isUnixSeconds ? new Date(Number(text) * 1000) : new Date(text);
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? moment : null;
}

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => minutes(60 * count);
export const days = (count: number) => hours(24 * count);

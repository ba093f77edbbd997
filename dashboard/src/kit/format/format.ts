import { useTranslation } from "react-i18next";
import { digitsOf } from "./currency-digits.ts";

/** Amounts are in the smallest unit of their currency. */
function moneyFormat(language: string, currency: string): (amount: number) => string {
  const digits = digitsOf(currency);
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat(language, { style: "currency", currency, ...shown });
  return (amount) => format.format(amount / 10 ** digits);
}

export interface Format {
  money(amount: number | null | undefined, currency: string): string;
  date(value: string | Date | null | undefined): string;
  time(value: string | Date | null | undefined): string;
  /** With seconds. */
  exactTime(value: string | Date | null | undefined): string;
  number(value: number): string;
  /** Of memory and files. */
  bytes(value: number): string;
  percent(value: number): string;
}

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

function bytesIn(language: string, value: number): string {
  const step = Math.min(SIZES.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
  const format = { style: "unit", unit: SIZES[step]!, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(value / 1000 ** step);
}

/** Formats are slow to make. */
function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => (made ??= make());
}

function formatFor(language: string): Format {
  const monies = new Map<string, (amount: number) => string>();
  const moment = (shown: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(language, { dateStyle: "medium", ...shown }));
  const date = moment({});
  const time = moment({ timeStyle: "short" });
  const exact = moment({ timeStyle: "medium" });
  const number = once(() => new Intl.NumberFormat(language));
  const percent = once(() => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }));
  return {
    money(amount, currency) {
      if (amount === null || amount === undefined) return "–";
      const code = currency.toUpperCase();
      const known = monies.get(code) ?? moneyFormat(language, code);
      monies.set(code, known);
      return known(amount);
    },
    date: (value) => (value ? date().format(new Date(value)) : "–"),
    time: (value) => (value ? time().format(new Date(value)) : "–"),
    exactTime: (value) => (value ? exact().format(new Date(value)) : "–"),
    bytes: (value) => bytesIn(language, value),
    number: (value) => number().format(value),
    percent: (value) => percent().format(value),
  };
}

/** A page has many parts that need them. */
const made = new Map<string, Format>();

/** In the language and the time zone of the user. */
export function useFormat(): Format {
  const { language } = useTranslation().i18n;
  const format = made.get(language) ?? formatFor(language);
  made.set(language, format);
  return format;
}

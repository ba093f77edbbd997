import { useMemo } from "react";
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
  number(value: number): string;
  percent(value: number): string;
}

function formatFor(language: string): Format {
  const monies = new Map<string, (amount: number) => string>();
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  return {
    money(amount, currency) {
      if (amount === null || amount === undefined) return "–";
      const code = currency.toUpperCase();
      const known = monies.get(code) ?? moneyFormat(language, code);
      monies.set(code, known);
      return known(amount);
    },
    date: (value) => (value ? date.format(new Date(value)) : "–"),
    time: (value) => (value ? time.format(new Date(value)) : "–"),
    number: (value) => number.format(value),
    percent: (value) => percent.format(value),
  };
}

/** In the language and the time zone of the user. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return useMemo(() => formatFor(i18n.language), [i18n.language]);
}

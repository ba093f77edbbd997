import type { TFunction } from "i18next";
import { digitsOf } from "./currency-digits.ts";
import { type AmountProblem, LARGEST, numberText } from "./read-amount.ts";

interface Written {
  text: string;
  /** Undefined: a number of pieces. */
  currency: string | undefined;
  language: string;
}

const EXAMPLE = "1234";

/** Why a text is no amount, with an example of one. */
export function amountMessage(t: TFunction, problem: AmountProblem, written: Written): string {
  const { currency, language, text } = written;
  const digits = currency === undefined ? 0 : digitsOf(currency);
  const shown = (value: number) => numberText(value, { digits, language, isGrouped: true });
  const inUnits = (whole: string) => Number(`${whole}${"0".repeat(digits)}`);
  const example = {
    ambiguous: () => inUnits(text.replace(/\D/g, "")),
    decimals: () => inUnits(/\d+/.exec(text)?.[0] ?? EXAMPLE),
    several: () => inUnits(/\d+/.exec(text)?.[0] ?? EXAMPLE),
    large: () => LARGEST,
    number: () => inUnits(EXAMPLE),
    currency: () => inUnits(EXAMPLE),
  }[problem]();
  return t(`amount.${problem}`, {
    example: shown(Math.min(example, LARGEST)),
    currency: currency?.toUpperCase() ?? "",
    count: digits,
  });
}

/** Why a text is no number of pieces and no percentage. */
export function numberMessage(
  t: TFunction,
  problem: AmountProblem,
  { text, decimals, language }: { text: string; decimals: number; language: string },
): string {
  if (problem !== "decimals") return amountMessage(t, problem, { text, currency: undefined, language });
  const whole = Number(/\d+/.exec(text)?.[0] ?? EXAMPLE);
  const example = Math.min(whole, LARGEST).toLocaleString(language);
  return decimals === 0
    ? t("amount.wholeNumber", { example })
    : t("amount.places", { count: decimals, example });
}

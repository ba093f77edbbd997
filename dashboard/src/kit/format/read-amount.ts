import { digitsOf } from "./currency-digits.ts";

/** Why a text is no amount. `ambiguous`: it can mean two amounts, as 1.000 in English. */
export type AmountProblem = "number" | "ambiguous" | "decimals" | "currency" | "several" | "large";

type Read = { value: number } | { problem: AmountProblem };

/** The largest number that the server stores. */
export const LARGEST = 2_147_483_647;

const GROUPS = "'’ \u00a0\u202f";
const GROUPED = new RegExp(`^\\d{1,3}([.,${GROUPS}])\\d{3}(?:\\1\\d{3})*$`);

/**
 * What a person typed or pasted, as an integer of the smallest unit. Other programs write 1,234.50 and 1.234,50 and € 12.
 * A text that can mean two amounts, or that would lose a digit, is refused.
 */
export function readAmount(
  text: string,
  { currency, language }: { currency: string; language: string },
): Read {
  const given = text.trim();
  if (/[\n\t;]/.test(given)) return { problem: "several" };
  const bare = withoutCurrency(given, { currency, language });
  return typeof bare === "string" ? readNumber(bare, { digits: digitsOf(currency), language }) : bare;
}

interface Written {
  digits: number;
  language: string;
  /** False: a single point or comma is the decimal one, as in a percentage. */
  hasGroups?: boolean;
}

/** With two digits behind the point, 12.5 is 1250. */
export function readNumber(text: string, { digits, language, hasGroups = true }: Written): Read {
  const given = text.trim();
  if (/[\n\t;]/.test(given)) return { problem: "several" };
  const [, sign, written] = new RegExp(`^([-−]?)([\\d.,${GROUPS}]+)$`).exec(given) ?? [];
  if (written === undefined) return { problem: "number" };
  const parts = partsOf(written, { digits, language, hasGroups });
  if ("problem" in parts) return parts;
  const { whole, decimals } = parts;
  if (whole !== "" && !/^\d+$/.test(whole) && !GROUPED.test(whole)) return { problem: "number" };
  if (!/^\d*$/.test(decimals) || whole + decimals === "") return { problem: "number" };
  if (/[1-9]/.test(decimals.slice(digits))) return { problem: "decimals" };
  const value = Number(`${whole.replace(/\D/g, "")}${decimals.slice(0, digits).padEnd(digits, "0")}`);
  if (value > LARGEST) return { problem: "large" };
  return { value: sign && value !== 0 ? -value : value };
}

type Parts = { whole: string; decimals: string } | { problem: AmountProblem };

/** Which point or comma is the decimal one. */
function partsOf(text: string, { digits, language, hasGroups }: Required<Written>): Parts {
  const marks = text.replace(/[^.,]/g, "");
  const last = marks.at(-1);
  const isGroupsOnly = last === undefined || (marks.length > 1 && new Set(marks).size === 1);
  if (isGroupsOnly) return { whole: text, decimals: "" };
  const place = text.lastIndexOf(last);
  const parts = { whole: text.slice(0, place), decimals: text.slice(place + 1) };
  if (!hasGroups || marks.length > 1 || !/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return parts;
  if (groupMarkOf(language) === last) return { whole: text, decimals: "" };
  return digits === 3 ? parts : { problem: "ambiguous" };
}

const groupMarkOf = (language: string) =>
  new Intl.NumberFormat(language).formatToParts(1_234_567).find(({ type }) => type === "group")?.value;

interface Place {
  currency: string;
  language: string;
}

/** An amount in another currency is a mistake, not an amount of this one. */
function withoutCurrency(text: string, place: Place): string | { problem: AmountProblem } {
  const [, sign = "", before = "", number = "", after = ""] =
    /^([-−]?)\s*([^\d.,'’\s-]*)\s*(.*?)\s*([^\d.,'’\s]*)$/u.exec(text) ?? [];
  const names = [before, after].filter((name) => name !== "");
  const known = names.length === 0 ? [] : namesOf(place);
  const unknown = names.find((name) => !known.includes(name.toLowerCase()));
  if (unknown === undefined) return sign + number;
  return { problem: /^(?:\p{Sc}|[a-z]{3})$/iu.test(unknown) ? "currency" : "number" };
}

function namesOf({ currency, language }: Place): string[] {
  const shownAs = (currencyDisplay: "symbol" | "narrowSymbol", locale: string) =>
    new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay })
      .formatToParts(1)
      .find(({ type }) => type === "currency")?.value ?? currency;
  const names = [
    currency,
    shownAs("symbol", language),
    shownAs("narrowSymbol", language),
    shownAs("narrowSymbol", "en"),
  ];
  return names.map((name) => name.toLowerCase());
}

const formats = new Map<string, Intl.NumberFormat>();

/** A number in units of its last digit, as the language writes it. */
export function numberText(
  value: number,
  { digits, language, isGrouped }: { digits: number; language: string; isGrouped: boolean },
): string {
  const key = `${language} ${digits} ${isGrouped}`;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: isGrouped };
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format.format(value / 10 ** digits);
}

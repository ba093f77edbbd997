import { digitsOf } from "../format/currency-digits.ts";
import type { Choice, GridColumn, GridError, Value } from "./grid-column.ts";

type Column = Pick<GridColumn<never>, "kind" | "currency" | "choices" | "isPositive" | "isRequired">;

const SEPARATOR = "; ";

/** A cell as text: it is shown, copied and typed in this form. */
export function cellText(column: Column, value: Value, language: string): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => labelOf(column.choices, each)).join(SEPARATOR);
  if (typeof value === "number") return numberText(value, column, language);
  return column.kind === "choice" ? labelOf(column.choices, value as string) : String(value);
}

const formats = new Map<string, Intl.NumberFormat>();

function numberText(value: number, { kind, currency }: Column, language: string): string {
  const digits = kind === "money" ? digitsOf(currency ?? "") : 0;
  const key = `${language} ${digits}`;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format.format(value / 10 ** digits);
}

const labelOf = (choices: readonly Choice[] | undefined, value: string) =>
  choices?.find((choice) => choice.value === value)?.label ?? value;

type Parsed = { value: Value } | { error: GridError };

/** What a text means in a column. People paste what other programs wrote: 1,234.50 and 1.234,50 and € 12. */
export function parsedCell(column: Column, text: string, language: string): Parsed {
  const trimmed = text.trim();
  if (column.kind === "list") return parsedList(column, trimmed);
  if (trimmed === "") return column.isRequired ? { error: "required" } : { value: emptyOf(column) };
  if (column.kind === "text") return { value: trimmed };
  if (column.kind === "choice") {
    const choice = choiceOf(column.choices, trimmed);
    return choice === undefined ? { error: "choice" } : { value: choice };
  }
  return parsedNumber(column, trimmed, language);
}

const emptyOf = ({ kind }: Column): Value => (kind === "text" ? "" : null);

function parsedList({ choices }: Column, text: string): Parsed {
  const words = text
    .split(choices ? ";" : /[;,]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  if (!choices) return { value: [...new Set(words)].sort() };
  const ids = words.map((word) => choiceOf(choices, word));
  if (ids.includes(undefined)) return { error: "choice" };
  return { value: [...new Set(ids as string[])].sort() };
}

const choiceOf = (choices: readonly Choice[] = [], text: string) => {
  const wanted = text.toLowerCase();
  return choices.find(({ value, label }) => value === text || label.toLowerCase() === wanted)?.value;
};

function parsedNumber(column: Column, text: string, language: string): Parsed {
  const number = numberIn(text, language);
  if (number === null) return { error: "number" };
  if (column.isPositive && number < 0) return { error: "negative" };
  if (column.kind === "money") return { value: Math.round(number * 10 ** digitsOf(column.currency ?? "")) };
  return Number.isInteger(number) ? { value: number } : { error: "whole" };
}

/** The point or comma that comes last is the decimal one, unless three digits follow it as in 1.234. */
export function numberIn(text: string, language: string): number | null {
  const bare = text
    .replace(/[\s\u00a0\u202f']/g, "")
    .replace(/^\p{Sc}|\p{Sc}$|[A-Za-z]{3}$|^[A-Za-z]{3}/gu, "");
  if (!/^-?[\d.,]+$/.test(bare)) return null;
  const marks = bare.replace(/[^.,]/g, "");
  const last = marks.at(-1);
  const isDecimal =
    last !== undefined &&
    (new Set(marks).size === 2 || (marks.length === 1 && !isGroup(bare, last, language)));
  const digits = isDecimal
    ? `${bare.slice(0, bare.lastIndexOf(last)).replace(/[.,]/g, "")}.${bare.slice(bare.lastIndexOf(last) + 1)}`
    : bare.replace(/[.,]/g, "");
  const number = Number(digits);
  return digits === "" || Number.isNaN(number) ? null : number;
}

const isGroup = (text: string, mark: string, language: string) => {
  const isGroupOfLanguage = new Intl.NumberFormat(language)
    .formatToParts(12_345)
    .some(({ type, value }) => type === "group" && value === mark);
  return isGroupOfLanguage && /^-?\d{1,3}[.,]\d{3}$/.test(text);
};

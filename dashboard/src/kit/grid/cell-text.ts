import { digitsOf } from "../format/currency-digits.ts";
import { numberText, readAmount, readNumber } from "../format/read-amount.ts";
import type { Choice, GridColumn, GridError, Value } from "./grid-column.ts";

type Column = Pick<GridColumn<never>, "kind" | "currency" | "choices" | "isPositive" | "isRequired">;

const SEPARATOR = "; ";

/** A cell as text: it is shown, copied and typed in this form. */
export function cellText(column: Column, value: Value, language: string): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => labelOf(column.choices, each)).join(SEPARATOR);
  if (typeof value === "number")
    return numberText(value, { digits: digitsIn(column), language, isGrouped: false });
  return column.kind === "choice" ? labelOf(column.choices, value as string) : String(value);
}

const digitsIn = ({ kind, currency }: Column) => (kind === "money" ? digitsOf(currency ?? "") : 0);

const labelOf = (choices: readonly Choice[] | undefined, value: string) =>
  choices?.find((choice) => choice.value === value)?.label ?? value;

type Parsed = { value: Value } | { error: GridError };

/** What a text means in a column. */
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
  const { currency, isPositive } = column;
  const read =
    column.kind === "money" && currency
      ? readAmount(text, { currency, language })
      : readNumber(text, { digits: digitsIn(column), language });
  if ("problem" in read) {
    const isPart = read.problem === "decimals" && column.kind === "whole";
    return { error: isPart ? "whole" : read.problem };
  }
  return isPositive && read.value < 0 ? { error: "negative" } : { value: read.value };
}

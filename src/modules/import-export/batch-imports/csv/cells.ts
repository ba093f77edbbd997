import type { Column } from "../../../../graph/entity.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid } from "../../../../kernel/refusal.ts";

/** Reads one cell of a column; the message of a refusal contains the column's name. */
export type ReadCell<Value> = (text: string, column: string) => Value;

/** An empty cell means null. */
export const textOf =
  (maxLength = 255): ReadCell<string | null> =>
  (text, column) => {
    if (text.length > maxLength) throw invalid(`${column} must not have more than ${maxLength} characters`);
    return text === "" ? null : text;
  };

export const integerOf =
  (minimum = 0, maximum = MAX_AMOUNT): ReadCell<number | null> =>
  (text, column) => {
    const plain = text.trim();
    if (plain === "") return null;
    const value = Number(plain);
    // 1.000 is a thousand in some languages.
    const isWhole = /^-?\d+(\.0*)?$/.test(plain) && !/^-?[1-9]\d{0,2}\.000$/.test(plain);
    if (!isWhole || value < minimum || value > maximum) {
      throw invalid(
        `${column} must be a whole number between ${minimum} and ${maximum}, not "${shortened(text)}"`,
      );
    }
    return value;
  };

const booleanTexts: Record<string, boolean> = {
  true: true,
  false: false,
  "1": true,
  "0": false,
  yes: true,
  no: false,
};

export const booleanOf: ReadCell<boolean | null> = (text, column) => {
  const plain = text.trim().toLowerCase();
  if (plain === "") return null;
  const value = booleanTexts[plain];
  if (value === undefined) throw invalid(`${column} must be true or false, not "${shortened(text)}"`);
  return value;
};

export const enumOf =
  <Value extends string>(values: readonly Value[]): ReadCell<Value | null> =>
  (text, column) => {
    const plain = text.trim().toLowerCase();
    if (plain === "") return null;
    const value = values.find((each) => each === plain);
    if (!value) throw invalid(`${column} must be one of ${values.join(", ")}, not "${shortened(text)}"`);
    return value;
  };

/** Reads the cells of a described column, with its limits. */
export function cellReader({ type, values, maxLength, minimum, maximum }: Column): ReadCell<unknown> {
  if (values) return enumOf(values);
  if (type === "text") return textOf(maxLength);
  if (type === "integer") return integerOf(minimum, maximum);
  if (type === "boolean") return booleanOf;
  throw new Error(`A CSV file has no cells for a column of the type ${type}`);
}

/** Limits the length of cell texts in messages. */
export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Refuses rows with the wrong number of cells, with NUL, or in another encoding than UTF-8. */
export function checkCells(cells: readonly string[], columns: number): void {
  if (cells.length !== columns) {
    throw invalid(`The row has ${cells.length} cells, but there are ${columns} columns`);
  }
  for (const cell of cells) {
    if (cell.includes("\0")) throw invalid("The row has a character that cannot be stored (NUL)");
    if (cell.includes("\uFFFD")) throw invalid("The row is not encoded in UTF-8");
  }
}

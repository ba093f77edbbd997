import type { Field } from "../../../graph/custom-fields/declaration.ts";
import { invalid } from "../../../kernel/refusal.ts";

/** The names of columns: `Product Field material`. */
export const PRODUCT_FIELD = "Product Field ";
export const VARIANT_FIELD = "Variant Field ";

const SEPARATOR = "|";

/** A value in a file: `1500 eur` for money, `red|blue` for several choices. */
export function fieldCell({ type }: Field, value: unknown): unknown {
  if (value === null || value === undefined) return "";
  if (type === "json") return JSON.stringify(value);
  if (type === "choices") return (value as string[]).join(SEPARATOR);
  if (type === "boolean") return String(value);
  if (type !== "money") return value;
  const { amount, currency_code } = value as { amount: number; currency_code: string };
  return `${amount} ${currency_code}`;
}

function parsedJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`${name} must be JSON`);
  }
}

/** The value of a cell, which is not checked yet; null for an empty one. */
export function fieldFromCell({ type }: Field, cell: string, name: string): unknown {
  const text = type === "long-text" ? cell : cell.trim();
  if (text === "") return null;
  switch (type) {
    case "integer":
    case "number":
      return Number(text);
    case "boolean":
      return text.toLowerCase() === "true" ? true : text.toLowerCase() === "false" ? false : text;
    case "choices":
      return text.split(SEPARATOR);
    case "money": {
      const [amount, currency = ""] = text.split(/\s+/);
      return { amount: Number(amount), currency_code: currency.toLowerCase() };
    }
    case "json":
      return parsedJson(text, name);
    default:
      return text;
  }
}

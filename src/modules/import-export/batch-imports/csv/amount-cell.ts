import { exponentOf } from "../../../../kernel/currencies.ts";
import { MAX_AMOUNT } from "../../../../kernel/money.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { shortened } from "./cells.ts";

const GROUPED = /^\d{1,3}([.,'’ \u00a0\u202f])\d{3}(?:\1\d{3})*$/;

/**
 * `10.5` and `10,5` in a currency with two decimals are 1050; thousands may have marks, as in 1,234.50 and 1.234,50. What can mean two
 * amounts is refused, as are decimals that the currency does not have, unless they are zeros: v1 rounds them.
 */
export function amountOf(text: string, column: string, currencyCode: string): number | null {
  const plain = text.trim();
  if (plain === "") return null;
  const exponent = exponentOf(currencyCode);
  const [whole, decimals] = partsOf(plain);
  if (isAmbiguous(plain, exponent)) {
    const example = (units: string, cents: string) => (exponent === 0 ? units : `${units}.${cents}`);
    const thousands = example(`${whole}${decimals}`, "0".repeat(exponent));
    throw invalid(`${column} can mean two amounts: write it like ${thousands}, not "${shortened(text)}"`);
  }
  const isWritten = (/^\d+$/.test(whole) || GROUPED.test(whole)) && /^\d*$/.test(decimals);
  const units = whole.replace(/\D/g, "");
  if (!isWritten || units.length > 10 || /[1-9]/.test(decimals.slice(exponent))) {
    const form = exponent === 0 ? "10" : `10.${"5".padEnd(exponent, "0")}`;
    throw invalid(`${column} must be an amount such as ${form}, not "${shortened(text)}"`);
  }
  const amount = Number(`${units}${decimals.slice(0, exponent).padEnd(exponent, "0")}`);
  if (amount > MAX_AMOUNT) throw invalid(`${column} must not be more than ${MAX_AMOUNT / 10 ** exponent}`);
  return amount;
}

/** What is in front of the decimal mark, and behind it. A mark that comes twice separates thousands. */
function partsOf(text: string): [whole: string, decimals: string] {
  const marks = text.replace(/[^.,]/g, "");
  const last = marks.at(-1);
  if (last === undefined || (marks.length > 1 && new Set(marks).size === 1)) return [text, ""];
  const place = text.lastIndexOf(last);
  return [text.slice(0, place), text.slice(place + 1)];
}

/** Whether the only mark can be one of thousands or of decimals. An export writes three decimals behind a point. */
const isAmbiguous = (text: string, exponent: number) =>
  /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) && !(exponent === 3 && text.includes("."));

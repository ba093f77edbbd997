import { totalNames } from "../../selling/totals/index.ts";
/** What is computed for a whole order. */
export const orderTotalNames = [...totalNames, "paid_total", "refunded_total", "refundable_amount"] as const;

const totals = new Set<string>([...orderTotalNames, "refundable", "original_total", "original_tax_total"]);

/** `total` is one, and so is `items.refundable`. */
export const isTotal = (field: string): boolean => totals.has(field.split(".").at(-1)!);

type IsShown = (name: string) => boolean;

/** Which totals an answer has. */
export interface ShownTotals {
  ofOrder: IsShown;
  ofLines: IsShown;
  ofAdditionalLines: IsShown;
  ofShippingMethods: IsShown;
}

interface Asked {
  /** The fields that are asked for, or those that are shown by default. */
  fields: readonly string[];
  /** The relations that are shown with all their fields. */
  relations: ReadonlySet<string>;
  isList: boolean;
  /** Whether fields or relations were chosen: without a choice one order also has its discount before rounding. */
  isChosen?: boolean;
  /** Whether lines and lists have discounts before rounding even where v1 usually leaves them out. */
  alwaysRaw?: boolean;
}

const RAW = "raw_discount_total";

/** For these v1 computes all that lines cost, and leaves it there. */
const fromLines = ["total", "subtotal"];

/**
 * As in v1: a list has the totals that `fields` names, or all if it names none. One order always has all of them. Where
 * any of lines are named, these go without their discount before rounding.
 */
export function shownTotals({
  fields,
  relations,
  isList,
  isChosen = false,
  alwaysRaw = false,
}: Asked): ShownTotals {
  const named = new Set(fields.filter(isTotal));
  const isNamed =
    (...parts: string[]): IsShown =>
    (name) =>
      parts.some((part) => named.has(`${part}${name}`));
  const ofNamed = {
    ofOrder: isNamed(""),
    ofLines: isNamed("items."),
    ofAdditionalLines: isNamed("swaps.additional_items.", "claims.additional_items."),
    ofShippingMethods: isNamed("shipping_methods."),
  };
  const isOfLine = [...named].some((name) => name.startsWith("items."));
  const ofWholeLines: IsShown = (name) => name !== RAW || alwaysRaw || !isOfLine;
  if (isList && named.size > 0) {
    const isComputed = relations.has("items") && fromLines.some((name) => named.has(name));
    if (!isComputed) return ofNamed;
    return {
      ...ofNamed,
      ofLines: (name) => (name === "refundable" ? ofNamed.ofLines(name) : ofWholeLines(name)),
    };
  }
  return {
    ofOrder: (name) => name !== RAW || alwaysRaw || named.has(RAW) || !(isList || isChosen),
    ofLines: relations.has("items") ? ofWholeLines : ofNamed.ofLines,
    ofAdditionalLines:
      relations.has("swaps") || relations.has("claims")
        ? (name) => name === "refundable" || relations.has("returnable_items")
        : ofNamed.ofAdditionalLines,
    ofShippingMethods: relations.has("shipping_methods") ? () => true : ofNamed.ofShippingMethods,
  };
}

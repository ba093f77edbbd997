import { MAX_AMOUNT, rounded } from "../../../kernel/money.ts";
import { invalid } from "../../../kernel/refusal.ts";

/** What a price ends with: `.99`, `.95`, `.00`, or what the percentage gives. */
export const priceEndings = ["none", "00", "95", "99"] as const;
export type PriceEnding = (typeof priceEndings)[number];

export interface PriceChange {
  /** -20 takes a fifth away, 5 adds a twentieth. */
  percent: number;
  ending: PriceEnding;
}

/**
 * A price that is changed by a percentage and rounded to the nearest amount with the ending. `digits` are those of the
 * currency: one without digits has whole amounts only, so every ending gives one. A rounded reduction is never above the
 * price that it is made from, and a rounded increase never below it.
 */
export function changedAmount(amount: number, { percent, ending }: PriceChange, digits: number): number {
  const exact = rounded(amount * (1 + percent / 100));
  if (exact > MAX_AMOUNT) throw invalid(`percent: an amount would be greater than ${MAX_AMOUNT}`);
  const ended = withEnding(exact, ending, 10 ** digits);
  const isTooFar = percent < 0 ? ended > amount : ended < amount;
  return isTooFar || ended > MAX_AMOUNT ? exact : ended;
}

/** Something that costs money does not become free by rounding. */
function withEnding(amount: number, ending: PriceEnding, unit: number): number {
  if (ending === "none" || unit === 1 || amount === 0) return amount;
  const end = (Number(ending) * unit) / 100;
  const nearest = rounded((amount - end) / unit) * unit + end;
  return nearest > 0 ? nearest : unit + nearest;
}

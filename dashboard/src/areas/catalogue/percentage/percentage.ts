/* The rule is the server's (src/modules/catalogue/pricing/percentage.ts); test/dashboard/percentage.test.ts compares them. */

export const PRICE_ENDINGS = ["none", "00", "95", "99"] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

export interface PriceChange {
  percent: number;
  ending: PriceEnding;
}

/** A price that is changed by a percentage and rounded to the nearest amount with the ending. */
export function changedAmount(amount: number, { percent, ending }: PriceChange, digits: number): number {
  const exact = Math.round(amount * (1 + percent / 100));
  const ended = withEnding(exact, ending, 10 ** digits);
  const isTooFar = percent < 0 ? ended > amount : ended < amount;
  return isTooFar ? exact : ended;
}

function withEnding(amount: number, ending: PriceEnding, unit: number): number {
  if (ending === "none" || unit === 1 || amount === 0) return amount;
  const end = (Number(ending) * unit) / 100;
  const nearest = Math.round((amount - end) / unit) * unit + end;
  return nearest > 0 ? nearest : unit + nearest;
}

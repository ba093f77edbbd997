/** The largest integer of a column of PostgreSQL: no amount and no number of pieces is larger. */
export const MAX_AMOUNT = 2_147_483_647;

/** Nearest integer, halves toward +∞: the only rounding of money, and only at the points the rules name. */
export const rounded = (amount: number): number => Math.round(amount);

/** Rates in percent as a share of the price. Several add up: 20 % and 5 % are 0.25. */
export const shareOf = (rates: readonly { rate: number | null }[]): number =>
  rates.reduce((sum, { rate }) => sum + (rate ?? 0) / 100, 0);

/**
 * The tax in an amount that includes it, or on top of one that does not. In the arithmetic of v1, so that orders that were
 * placed there keep their totals: 29 % of 50 is 14, since 0.29 has no exact binary form.
 */
export const taxOn = (amount: number, share: number, includesTax: boolean): number =>
  rounded(includesTax ? (share * amount) / (1 + share) : amount * share);

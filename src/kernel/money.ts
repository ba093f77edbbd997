/** Nearest integer, halves toward +∞: the only rounding of money, and only at the points the rules name. */
export const rounded = (amount: number): number => Math.round(amount);

// Rates are stored with single precision, so four digits after the point are all there is.
const PARTS = 10_000;

/** Several rates in percent add up: 20 % and 5 % are 25 %. */
export const percentOf = (rates: readonly { rate: number | null }[]): number =>
  rates.reduce((sum, { rate }) => sum + Math.round((rate ?? 0) * PARTS), 0) / PARTS;

/**
 * The tax in an amount that includes it, or on top of one that does not. Computed in whole parts of a percent: half
 * a cent must round up, also where 0.29 has no exact binary form.
 */
export function taxOn(amount: number, percent: number, includesTax: boolean): number {
  const parts = Math.round(percent * PARTS);
  const whole = 100 * PARTS;
  return rounded((amount * parts) / (includesTax ? whole + parts : whole));
}

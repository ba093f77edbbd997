import { rounded } from "../../../kernel/money.ts";

/** Divides an amount in proportion to weights. The shares are whole, and add up to the amount. */
export function sharesOf(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [weighed, given] = [0, 0];
  return weights.map((weight, index) => {
    weighed += weight;
    // Without weights the first part gets everything.
    const until = total === 0 ? amount : rounded((amount * weighed) / total);
    const share = (index === weights.length - 1 ? amount : until) - given;
    given += share;
    return share;
  });
}

import { exponentOf } from "../../kernel/currencies.ts";
import { notAllowed } from "../../kernel/refusal.ts";

/**
 * Currencies for which Stripe uses other decimals than ISO 4217 (or than `exponentOf`, which assumes two for unknown
 * currencies): https://docs.stripe.com/currencies#special-cases
 */
const decimalsAtStripe: ReadonlyMap<string, number> = new Map([
  ["isk", 2],
  ["ugx", 2],
  ["mga", 0],
  ["vuv", 0],
  ["xpf", 0],
]);

/** Cards support two decimals only, so the third one must be zero. */
const stepAtStripe = (decimals: number) => (decimals === 3 ? 10 : 1);

/**
 * An amount of the shop in Stripe's unit. An amount that Stripe cannot represent exactly is refused, never rounded: the customer
 * would not pay the total.
 */
export function stripeAmount(amount: number, currencyCode: string): number {
  const currency = currencyCode.toLowerCase();
  const ours = exponentOf(currency);
  const theirs = decimalsAtStripe.get(currency) ?? ours;
  const [factor, divisor] = [10 ** Math.max(theirs - ours, 0), 10 ** Math.max(ours - theirs, 0)];
  const step = divisor * stepAtStripe(theirs);
  if (amount % step !== 0) {
    const shown = (units: number) => (units / 10 ** ours).toFixed(ours);
    throw notAllowed(
      `Stripe takes ${currency.toUpperCase()} in steps of ${shown(step)}, so ${shown(amount)} cannot be paid`,
    );
  }
  return (amount * factor) / divisor;
}

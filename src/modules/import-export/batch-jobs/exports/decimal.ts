import { exponentOf } from "../../../../kernel/currencies.ts";

/** 1050 cents -> 10.5: an amount in major units. */
export const decimalOf = (amount: number, currencyCode: string): number =>
  amount / 10 ** exponentOf(currencyCode);

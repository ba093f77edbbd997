import { exponentOf } from "../../../kernel/currencies.ts";

/** 1050 -> 10.5: amounts in files are in the unit people think in. */
export const decimalOf = (amount: number, currencyCode: string): string =>
  String(amount / 10 ** exponentOf(currencyCode));

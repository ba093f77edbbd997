import { exponentOf } from "../../kernel/currencies.ts";

/** In the smallest unit, by the code of the currency. */
export type MoneyByCurrency = Record<string, number>;

export function addMoney(money: MoneyByCurrency, currency: string, amount: number): void {
  money[currency] = (money[currency] ?? 0) + amount;
}

/** `EUR 1,250.00, JPY 300`. */
export const moneyText = (money: MoneyByCurrency): string =>
  Object.entries(money)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => `${currency.toUpperCase()} ${amountText(currency, amount)}`)
    .join(", ");

function amountText(currency: string, amount: number): string {
  const digits = exponentOf(currency);
  return (amount / 10 ** digits).toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

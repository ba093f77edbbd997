import { expect, it } from "vitest";
import { addMoney, type MoneyByCurrency, moneyText } from "./money-text.ts";

it("money is written with the decimals of its currency", () => {
  const money: MoneyByCurrency = {};
  addMoney(money, "jpy", 300);
  addMoney(money, "eur", 125_000);
  addMoney(money, "eur", 5);
  expect(moneyText(money)).toBe("EUR 1,250.05, JPY 300");
});

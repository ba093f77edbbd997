import { useTranslation } from "react-i18next";
import { amountMessage } from "../format/amount-message.ts";
import { digitsOf } from "../format/currency-digits.ts";
import { numberText, readAmount } from "../format/read-amount.ts";
import { TypedNumber, type TypedNumberProps } from "./typed-number.tsx";

interface Props extends TypedNumberProps {
  currency: string;
  /** In the smallest unit of the currency. Null: the field is empty. */
  value: number | null;
  onChange(amount: number | null): void;
}

/** An amount of money, typed as people write it and stored as an integer. What was typed in one currency is not read in another. */
export const MoneyInput = (props: Props) => <AmountInput key={props.currency} {...props} />;

function AmountInput({ currency, value, ...props }: Props) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const code = currency.toUpperCase();
  const shown =
    value === null ? "" : numberText(value, { digits: digitsOf(code), language, isGrouped: true });
  const read = (text: string) => {
    const amount = readAmount(text, { currency: code, language });
    if ("problem" in amount)
      return { problem: amountMessage(t, amount.problem, { text, currency: code, language }) };
    return amount.value < 0 ? { problem: t("amount.negative") } : amount;
  };
  return <TypedNumber {...props} value={value} shown={shown} read={read} unit={code} inputMode="decimal" />;
}

import { NumberInput, type NumberInputProps, Text } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { digitsOf } from "../format/currency-digits.ts";

interface Props extends Omit<NumberInputProps, "value" | "onChange" | "max" | "min" | "defaultValue"> {
  currency: string;
  /** In the smallest unit of the currency. Null: the field is empty. */
  value: number | null;
  onChange(amount: number | null): void;
}

/** How the language writes an amount of the currency. */
function formOf(language: string, currency: string) {
  const parts = new Intl.NumberFormat(language).formatToParts(1234567.8);
  const part = (type: string) => parts.find((each) => each.type === type)?.value;
  return { digits: digitsOf(currency), decimal: part("decimal") ?? ".", group: part("group") ?? "," };
}

/** An amount of money, typed as people write it and kept as an integer. */
export function MoneyInput({ currency, value, onChange, ...props }: Props) {
  const { i18n } = useTranslation();
  const code = currency.toUpperCase();
  const { digits, decimal, group } = useMemo(() => formOf(i18n.language, code), [i18n.language, code]);
  const unit = 10 ** digits;
  return (
    <NumberInput
      {...props}
      value={value === null ? "" : value / unit}
      onChange={(typed) => {
        const amount = typed === "" || typed === "-" ? null : Math.round(Number(typed) * unit);
        if (amount !== value) onChange(amount);
      }}
      decimalScale={digits}
      fixedDecimalScale
      decimalSeparator={decimal}
      thousandSeparator={group}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      rightSection={<Text size="sm">{code}</Text>}
      rightSectionWidth={52}
    />
  );
}

import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { numberMessage } from "../format/amount-message.ts";
import { readNumber } from "../format/read-amount.ts";
import { TypedNumber, type TypedNumberProps } from "./typed-number.tsx";

interface Props extends TypedNumberProps {
  value?: number | string | null;
  /** An empty text: the field is empty. */
  onChange?(value: number | ""): void;
  /** How many decimals are possible. Without: whole numbers. */
  decimals?: number;
  min?: number | undefined;
  max?: number | undefined;
  unit?: string | undefined;
}

/** Pieces, days or a percentage, read as amounts are: 7,5 is not 75. Arrow keys count. */
export function NumberInput({ value, onChange, decimals = 0, min, max, onKeyDown, ...props }: Props) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const one = 10 ** decimals;
  const given = value === "" || value === null || value === undefined ? null : Number(value);
  const shown =
    given === null
      ? ""
      : given.toLocaleString(language, { maximumFractionDigits: decimals, useGrouping: false });
  const read = (text: string) => {
    const number = readNumber(withoutUnit(text, props.unit), {
      digits: decimals,
      language,
      hasGroups: decimals === 0,
    });
    if ("problem" in number)
      return { problem: numberMessage(t, number.problem, { text, decimals, language }) };
    const typed = number.value / one;
    if (min !== undefined && typed < min)
      return {
        problem:
          min === 0 ? t("amount.negative") : t("amount.small", { example: min.toLocaleString(language) }),
      };
    if (max !== undefined && typed > max)
      return { problem: t("amount.large", { example: max.toLocaleString(language) }) };
    return { value: typed };
  };
  const change = (number: number | null) => onChange?.(number ?? "");
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step && given !== null) {
      event.preventDefault();
      change(
        Math.min(Math.max(given + step, min ?? Number.NEGATIVE_INFINITY), max ?? Number.POSITIVE_INFINITY),
      );
    }
    onKeyDown?.(event);
  };
  return (
    <TypedNumber
      inputMode={decimals > 0 ? "decimal" : "numeric"}
      {...props}
      value={given}
      onChange={change}
      shown={shown}
      read={read}
      onKeyDown={keys}
    />
  );
}

/** "7.5 %" and "12 g" are copied with their unit. */
const withoutUnit = (text: string, unit: string | undefined) =>
  unit && text.trim().endsWith(unit) ? text.trim().slice(0, -unit.length) : text;

import { SegmentedControl, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface ChoiceProps {
  currencies: string[];
  currency: string | null;
  onChoose(currency: string): void;
}

const FEW = 6;

/** Sums of different currencies are never added up: the shop knows no rates. */
export function CurrencyChoice({ currencies, currency, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const data = currencies.map((code) => ({ value: code, label: code.toUpperCase() }));
  if (currencies.length <= FEW) {
    return (
      <SegmentedControl
        aria-label={t("home.currency")}
        data={data}
        value={currency ?? ""}
        onChange={onChoose}
        style={{ alignSelf: "flex-start" }}
      />
    );
  }
  return (
    <Select
      aria-label={t("home.currency")}
      data={data}
      value={currency}
      onChange={(code) => code && onChoose(code)}
      allowDeselect={false}
      searchable
      w={120}
    />
  );
}

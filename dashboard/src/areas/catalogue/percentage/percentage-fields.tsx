import { Group, SegmentedControl, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { PRICE_ENDINGS, type PriceChange, type PriceEnding } from "./percentage.ts";

/** As it is typed: a keyboard of numbers has no minus. */
export interface TypedChange {
  direction: "lower" | "raise";
  percent: number | null;
  ending: PriceEnding;
}

export const noChange: TypedChange = { direction: "lower", percent: null, ending: "none" };

/** Null: nothing that can be done is typed yet. */
export function changeOf({ direction, percent, ending }: TypedChange): PriceChange | null {
  if (percent === null || percent < 0 || (direction === "lower" && percent >= 100)) return null;
  return { percent: direction === "lower" ? -percent : percent, ending };
}

interface Props {
  value: TypedChange;
  onChange(value: TypedChange): void;
}

export function PercentageFields({ value, onChange }: Props) {
  const { t } = useTranslation();
  const isTooMuch = value.direction === "lower" && (value.percent ?? 0) >= 100;
  return (
    <Group align="flex-start">
      <SegmentedControl
        aria-label={t("percentage.direction")}
        mt={{ base: 0, sm: 25 }}
        data={(["lower", "raise"] as const).map((each) => ({
          value: each,
          label: t(`percentage.directions.${each}`),
        }))}
        value={value.direction}
        onChange={(direction) => onChange({ ...value, direction: direction as TypedChange["direction"] })}
      />
      <NumberInput
        label={t("percentage.percent")}
        data-autofocus
        unit="%"
        decimals={2}
        min={0}
        max={1000}
        error={isTooMuch && t("percentage.tooMuch")}
        value={value.percent ?? ""}
        onChange={(percent) => onChange({ ...value, percent: percent === "" ? null : Number(percent) })}
        w={140}
      />
      <Select
        label={t("percentage.ending")}
        description={t("percentage.endingHint")}
        inputWrapperOrder={["label", "input", "description"]}
        data={PRICE_ENDINGS.map((each) => ({ value: each, label: t(`percentage.endings.${each}`) }))}
        value={value.ending}
        allowDeselect={false}
        onChange={(ending) => onChange({ ...value, ending: ending as PriceEnding })}
        w={{ base: "100%", sm: 260 }}
      />
    </Group>
  );
}

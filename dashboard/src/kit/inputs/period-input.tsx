import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DAY_PRESETS, isPreset } from "../list/day-presets.ts";
import { DaysInput } from "./date-inputs.tsx";

interface Period {
  /** A day, or the name of a period that stays current. */
  from?: string | undefined;
  to?: string | undefined;
}

interface Props extends Period {
  label: string;
  onChange(period: Period): void;
}

const DAYS = "days";

/** A period by its name, or from one day to another. */
export function PeriodInput({ label, from, to, onChange }: Props) {
  const { t } = useTranslation();
  const [isChoosing, setIsChoosing] = useState(false);
  const hasDays = (from !== undefined && !isPreset(from)) || to !== undefined;
  const showsDays = hasDays || (isChoosing && from === undefined);
  return (
    <>
      <Select
        label={label}
        placeholder={t("period.any")}
        data={[
          ...DAY_PRESETS.map((value) => ({ value: value as string, label: t(`period.${value}`) })),
          { value: DAYS, label: t("period.days") },
        ]}
        value={showsDays ? DAYS : (from ?? null)}
        onChange={(chosen) => {
          setIsChoosing(chosen === DAYS);
          onChange(chosen === null || chosen === DAYS ? {} : { from: chosen });
        }}
        maxDropdownHeight={400}
        clearable
        w={{ base: "100%", sm: 170 }}
      />
      {showsDays && (
        <DaysInput
          label={t("period.fromTo")}
          value={[hasDays ? (from ?? null) : null, to ?? null]}
          onChange={([first, last]) => onChange({ from: first ?? undefined, to: last ?? undefined })}
          clearable
          w={{ base: "100%", sm: 230 }}
        />
      )}
    </>
  );
}

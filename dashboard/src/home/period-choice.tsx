import { SegmentedControl } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type NamedPeriod, PERIODS, type Period } from "./home-search.ts";

interface Props {
  period: Period;
  onChange(period: Period): void;
}

export function PeriodChoice({ period, onChange }: Props) {
  const { t } = useTranslation();
  const named = "period" in period ? period.period : null;
  return (
    <>
      <SegmentedControl
        aria-label={t("home.period")}
        data={PERIODS.map((value) => ({ value, label: t(`home.periods.${value}`) }))}
        value={named ?? ""}
        onChange={(value) => onChange({ period: value as NamedPeriod })}
      />
      <DaysChoice
        // The choice of a named period empties the field.
        key={named}
        chosen={"from" in period ? [period.from, period.to] : [null, null]}
        onChange={onChange}
      />
    </>
  );
}

type Days = [string | null, string | null];

/** Two days are chosen one after the other: the first alone changes nothing yet. */
function DaysChoice({ chosen, onChange }: { chosen: Days; onChange(period: Period): void }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<Days>(chosen);
  const choose = ([from, to]: Days) => {
    setDays([from, to]);
    if (from && to) onChange({ from, to });
    if (!from && !to) onChange({ period: "30d" });
  };
  return (
    <DatePickerInput
      type="range"
      aria-label={t("home.ownRange")}
      placeholder={t("home.ownRange")}
      value={days}
      onChange={choose}
      allowSingleDateInRange
      maxDate={new Date()}
      clearable
      w={{ base: "100%", sm: 230 }}
    />
  );
}

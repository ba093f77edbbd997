import { SegmentedControl } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type NamedPeriod, PERIODS, type Period } from "./home-search.ts";

const DaysChoice = lazy(() => import("./days-choice.tsx"));

const OWN = "own";

interface Props {
  period: Period;
  onChange(period: Period): void;
}

export function PeriodChoice({ period, onChange }: Props) {
  const { t } = useTranslation();
  const named = "period" in period ? period.period : null;
  const [isChoosing, setChoosing] = useState(named === null);
  const isOwn = isChoosing || named === null;
  return (
    <>
      <SegmentedControl
        aria-label={t("home.period")}
        maw="100%"
        size="xs"
        data={[
          ...PERIODS.map((value) => ({ value, label: t(`home.periods.${value}`) })),
          { value: OWN, label: t("home.periods.own") },
        ]}
        value={isOwn ? OWN : named}
        onChange={(value) => {
          setChoosing(value === OWN);
          if (value !== OWN) onChange({ period: value as NamedPeriod });
        }}
      />
      {isOwn && (
        <Suspense>
          <DaysChoice
            chosen={"from" in period ? [period.from, period.to] : [null, null]}
            onChange={onChange}
          />
        </Suspense>
      )}
    </>
  );
}

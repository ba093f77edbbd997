import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DaysInput } from "../../../kit/inputs/date-inputs.tsx";
import type { Period } from "./home-search.ts";

type Days = [string | null, string | null];

/** Two days are chosen one after the other: the first alone changes nothing yet. */
export default function DaysChoice({ chosen, onChange }: { chosen: Days; onChange(period: Period): void }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<Days>(chosen);
  const choose = ([from, to]: Days) => {
    setDays([from, to]);
    if (from && to) onChange({ from, to });
  };
  return (
    <DaysInput
      aria-label={t("home.ownRange")}
      placeholder={t("home.chooseDays")}
      value={days}
      onChange={choose}
      allowSingleDateInRange
      maxDate={new Date()}
      w={{ base: "100%", sm: 230 }}
    />
  );
}

import { useTranslation } from "react-i18next";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import type { Count } from "./count-queries.ts";

const COLORS = { open: "blue", applied: "green", canceled: "gray" } as const;

export function CountBadge({ status }: Pick<Count, "status">) {
  const { t } = useTranslation();
  return <StateBadge color={COLORS[status]}>{t(`counts.states.${status}`)}</StateBadge>;
}

import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { PriceList } from "./price-list-queries.ts";

type State = "active" | "draft" | "scheduled" | "expired";

function stateOf({ status, starts_at, ends_at }: PriceList): State {
  if (status === "draft") return "draft";
  if (ends_at && Date.parse(ends_at) < Date.now()) return "expired";
  return starts_at && Date.parse(starts_at) > Date.now() ? "scheduled" : "active";
}

const COLORS: Record<State, string> = { active: "green", draft: "orange", scheduled: "sea", expired: "gray" };

export function PriceListState({ list }: { list: PriceList }) {
  const { t } = useTranslation();
  const state = stateOf(list);
  return (
    <Badge variant="light" color={COLORS[state]} c="var(--mantine-color-text)" tt="none" fw={500}>
      {t(`priceLists.states.${state}`)}
    </Badge>
  );
}

import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { GiftCard } from "./gift-card-queries.ts";

type State = "active" | "disabled" | "expired" | "empty";

function stateOf({ is_disabled, ends_at, balance }: GiftCard): State {
  if (is_disabled) return "disabled";
  if (ends_at && Date.parse(ends_at) < Date.now()) return "expired";
  return balance === 0 ? "empty" : "active";
}

const COLORS: Record<State, string> = { active: "green", disabled: "orange", expired: "gray", empty: "gray" };

export function GiftCardState({ card }: { card: GiftCard }) {
  const { t } = useTranslation();
  const state = stateOf(card);
  return (
    <Badge variant="light" color={COLORS[state]} c="var(--mantine-color-text)" tt="none" fw={500}>
      {t(`giftCards.states.${state}`)}
    </Badge>
  );
}

import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Discount } from "./discount-queries.ts";
import type { DiscountState } from "./list/discount-search.ts";

type Dated = Pick<Discount, "is_disabled" | "starts_at" | "ends_at" | "usage_limit" | "usage_count">;

/** As the list of the server filters them. */
export function stateOf(discount: Dated, now = Date.now()): DiscountState {
  const { is_disabled, starts_at, ends_at, usage_limit, usage_count } = discount;
  if (is_disabled) return "disabled";
  if (ends_at && Date.parse(ends_at) < now) return "expired";
  if (usage_limit !== null && usage_count >= usage_limit) return "used_up";
  return Date.parse(starts_at) > now ? "scheduled" : "active";
}

const COLORS: Record<DiscountState, string> = {
  active: "green",
  scheduled: "sea",
  expired: "gray",
  used_up: "gray",
  disabled: "orange",
};

export function DiscountStateBadge({ discount }: { discount: Dated }) {
  const { t } = useTranslation();
  const state = stateOf(discount);
  return (
    <Badge variant="light" color={COLORS[state]} c="var(--mantine-color-text)" tt="none" fw={500}>
      {t(`discounts.states.${state}`)}
    </Badge>
  );
}

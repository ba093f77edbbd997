import { useTranslation } from "react-i18next";
import { StateBadge } from "../../kit/detail/state-badge.tsx";
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from "./order-statuses.ts";

type Status = OrderStatus | PaymentStatus | FulfillmentStatus;

const COLORS: Partial<Record<Status, string>> = {
  awaiting: "orange",
  not_paid: "orange",
  not_fulfilled: "orange",
  partially_fulfilled: "orange",
  captured: "green",
  shipped: "green",
  completed: "green",
  canceled: "gray",
  archived: "gray",
  requires_action: "red",
};

export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation();
  return <StateBadge color={COLORS[status] ?? "sea"}>{t(`status.${status}`)}</StateBadge>;
}

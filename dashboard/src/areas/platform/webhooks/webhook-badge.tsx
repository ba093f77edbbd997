import { useTranslation } from "react-i18next";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import type { Delivery, Webhook } from "./webhook-queries.ts";

const STATES = { active: "green", failing: "orange", off: "gray", disabled: "red" } as const;

export function stateOf({ is_active, failing_since, disabled_at }: Webhook): keyof typeof STATES {
  if (!is_active) return disabled_at ? "disabled" : "off";
  return failing_since ? "failing" : "active";
}

const DELIVERIES = { pending: "gray", retrying: "orange", delivered: "green", dead: "red" } as const;

export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const state = stateOf(webhook);
  return <StateBadge color={STATES[state]}>{t(`webhook.states.${state}`)}</StateBadge>;
}

export function DeliveryBadge({ status }: Pick<Delivery, "status">) {
  const { t } = useTranslation();
  return <StateBadge color={DELIVERIES[status]}>{t(`webhook.deliveryStates.${status}`)}</StateBadge>;
}

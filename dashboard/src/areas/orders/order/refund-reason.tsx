import { Select, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";

export const REFUND_REASONS = ["discount", "return", "swap", "claim", "other"] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Why money goes back, and what others should know about it. */
export function RefundReasonFields({ propsOf }: { propsOf(field: "reason" | "note"): object }) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t("order.refund.reason")}
        data={REFUND_REASONS.map((value) => ({ value, label: t(`order.refund.reasons.${value}`) }))}
        allowDeselect={false}
        {...propsOf("reason")}
      />
      <Textarea label={t("order.refund.note")} autosize {...propsOf("note")} />
    </>
  );
}

import { SegmentedControl, Stack } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useOrderMoney } from "../../../data/orders/order-money.ts";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { RefundAmountForm } from "./refund-amount-form.tsx";
import { RefundLinesForm } from "./refund-lines-form.tsx";

interface Props {
  order: Schemas["AdminOrder"];
  onClose(): void;
}

const WAYS = ["lines", "amount"] as const;

/** Gives money back: for pieces and shipping, or an amount. */
export function RefundDialog({ order, onClose }: Props) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const money = useOrderMoney(order.id);
  const [way, setWay] = useState<(typeof WAYS)[number]>("lines");
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={t("order.refund.title", { number: numberOf(order) })}
    >
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={t("order.refund.way")}
          value={way}
          onChange={(value) => setWay(value as typeof way)}
          data={WAYS.map((value) => ({ value, label: t(`order.refund.ways.${value}`) }))}
        />
        {!money && <PageLoading />}
        {money && way === "lines" && <RefundLinesForm order={order} money={money} onClose={onClose} />}
        {money && way === "amount" && <RefundAmountForm order={order} money={money} onClose={onClose} />}
      </Stack>
    </FormDialog>
  );
}

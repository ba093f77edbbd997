import { Alert, Button, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useRequestKey } from "../../../kit/api/request-key.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { type RefundReason, RefundReasonFields } from "./refund-reason.tsx";

interface Props {
  order: Schemas["AdminOrder"];
  money: { refundable_amount: number };
  onClose(): void;
}

interface Values {
  amount: number | null;
  reason: RefundReason;
  note: string;
}

/** Any amount. The limit is what was captured and is not refunded yet. */
export function RefundAmountForm({ order, money, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const once = useRequestKey();
  const limit = money.refundable_amount;
  const shown = (amount: number) => format.money(amount, order.currency_code);
  const work = useOrderWork(onClose);
  const form = useForm<Values>({
    initialValues: { amount: null, reason: "discount", note: "" },
    validate: {
      amount(value) {
        if (!value) return t("form.required");
        return value > limit ? t("order.refund.tooMuch", { limit: shown(limit) }) : null;
      },
    },
  });
  const refund = form.onSubmit(({ amount, reason, note }) => {
    const body = { amount: amount!, reason, ...(note.trim() && { note: note.trim() }) };
    const params = { path: { id: order.id } };
    work.mutate(() =>
      once(body, (headers) => api.POST("/admin/orders/{id}/refund", { params, body, headers })),
    );
  });
  return (
    <form onSubmit={refund}>
      <Stack>
        <Alert color="sea" variant="light">
          {t("order.refund.limit", { limit: shown(limit) })}
        </Alert>
        <Group align="flex-end" wrap="nowrap">
          <MoneyInput
            label={t("order.refund.amount")}
            currency={order.currency_code}
            data-autofocus
            flex={1}
            value={form.values.amount}
            onChange={(amount) => form.setFieldValue("amount", amount)}
            error={form.errors["amount"]}
          />
          <Button variant="light" onClick={() => form.setFieldValue("amount", limit)}>
            {t("order.refund.all")}
          </Button>
        </Group>
        <RefundReasonFields propsOf={form.getInputProps} />
        <Button type="submit" loading={work.isPending}>
          {form.values.amount
            ? t("order.refund.submitAmount", { amount: shown(form.values.amount) })
            : t("order.refund.submit")}
        </Button>
      </Stack>
    </form>
  );
}

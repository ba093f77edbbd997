import { Alert, Button, Group, Select, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";

type Order = Schemas["AdminOrder"];

const REASONS = ["discount", "return", "swap", "claim", "other"] as const;

interface Props {
  order: Order;
  onClose(): void;
}

/** Gives money back. The limit is what was captured and is not refunded yet. */
export function RefundDialog({ order, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const limit = order.refundable_amount ?? 0;
  const work = useOrderWork(onClose);
  const form = useForm<{ amount: number | null; reason: (typeof REASONS)[number]; note: string }>({
    initialValues: { amount: null, reason: "discount", note: "" },
    validate: {
      amount(value) {
        if (!value) return t("form.required");
        return value > limit
          ? t("order.refund.tooMuch", { limit: format.money(limit, order.currency_code) })
          : null;
      },
    },
  });
  const refund = form.onSubmit(({ amount, reason, note }) =>
    work.mutate(() =>
      api.POST("/admin/orders/{id}/refund", {
        params: { path: { id: order.id } },
        body: { amount: amount!, reason, ...(note.trim() && { note: note.trim() }) },
      }),
    ),
  );
  return (
    <FormDialog opened onClose={onClose} title={t("order.refund.title", { number: order.display_id })}>
      <form onSubmit={refund}>
        <Stack>
          <Alert color="sea" variant="light">
            {t("order.refund.limit", { limit: format.money(limit, order.currency_code) })}
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
          <Select
            label={t("order.refund.reason")}
            data={REASONS.map((value) => ({ value, label: t(`order.refund.reasons.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps("reason")}
          />
          <Textarea label={t("order.refund.note")} autosize {...form.getInputProps("note")} />
          <Button type="submit" loading={work.isPending}>
            {form.values.amount
              ? t("order.refund.submitAmount", {
                  amount: format.money(form.values.amount, order.currency_code),
                })
              : t("order.refund.submit")}
          </Button>
        </Stack>
      </form>
    </FormDialog>
  );
}

import { Button, Group, Paper, Table, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { providerName } from "../../../data/shop/provider-name.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { isRefundable } from "./is-refundable.ts";
import { savePaper } from "./paper-actions.ts";
import { RefundDialog } from "./refund-dialog.tsx";

type Order = Schemas["AdminOrder"];

/** Without a payment service: these have a name in every language. */
const isByHand = (provider: string): provider is "manual" | "system" =>
  provider === "manual" || provider === "system";

/** What was paid, how, and what went back. */
export function PaymentsCard({ order }: { order: Order }) {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const work = useOrderWork();
  const mayIssue = useMay()("orders:write");
  const format = useFormat();
  const money = (amount: number) => format.money(amount, order.currency_code);
  const [isRefunding, setIsRefunding] = useState(false);
  const canRefund = useMay()("payments:write") && isRefundable(order);
  if (order.payments.length === 0 && order.refunds.length === 0) return null;
  return (
    <Paper withBorder p="md" className="no-print">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t("order.payments.title")}
        </Title>
        {canRefund && (
          <Button variant="default" size="compact-md" onClick={() => setIsRefunding(true)}>
            {t("order.refund.open")}
          </Button>
        )}
      </Group>
      <Table>
        <Table.Tbody>
          {order.payments.map((payment) => (
            <Table.Tr key={payment.id}>
              <Table.Td>
                {isByHand(payment.provider_id)
                  ? t(`order.payments.by.${payment.provider_id}`)
                  : providerName(payment.provider_id)}
              </Table.Td>
              <Table.Td>
                {payment.canceled_at
                  ? t("order.payments.canceled", { time: format.time(payment.canceled_at) })
                  : payment.captured_at
                    ? t("order.payments.captured", { time: format.time(payment.captured_at) })
                    : t("order.payments.authorized")}
              </Table.Td>
              <Table.Td className="number">{money(payment.amount)}</Table.Td>
            </Table.Tr>
          ))}
          {order.refunds.map((refund) => (
            <Table.Tr key={refund.id}>
              <Table.Td>
                {t("order.payments.refund", { reason: t(`order.refund.reasons.${refund.reason}`) })}
              </Table.Td>
              <Table.Td>{[format.time(refund.created_at), refund.note].filter(Boolean).join(" · ")}</Table.Td>
              <Table.Td className="number">
                {money(-refund.amount)}
                {mayIssue && (
                  <Button
                    display="block"
                    ml="auto"
                    size="compact-sm"
                    variant="subtle"
                    onClick={() =>
                      work.mutate(() => savePaper(api, { order, language: i18n.language }, refund.id))
                    }
                  >
                    {t("print.creditNote")}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isRefunding && <RefundDialog order={order} onClose={() => setIsRefunding(false)} />}
    </Paper>
  );
}

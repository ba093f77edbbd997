import { Avatar, Group, Paper, Table, Text, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";

type Order = Schemas["AdminOrder"];

const SUMS = [
  "subtotal",
  "discount_total",
  "shipping_total",
  "gift_card_total",
  "tax_total",
  "total",
] as const;

/** The goods, and how the total comes about. */
export function LinesCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null | undefined) => format.money(amount, order.currency_code);
  const isDeduction = (name: string) => name === "discount_total" || name === "gift_card_total";
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("order.goods")}
      </Title>
      <Table>
        <Table.Tbody>
          {(order.items ?? []).map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>
                <Group wrap="nowrap">
                  <Avatar src={item.thumbnail} radius="sm" alt="" />
                  <div>
                    <Text>{item.title}</Text>
                    <Text size="sm" c="dimmed">
                      {[item.description, item.variant?.sku].filter(Boolean).join(" · ")}
                    </Text>
                    <Progress item={item} />
                  </div>
                </Group>
              </Table.Td>
              <Table.Td className="number">
                {format.number(item.quantity)} × {money(item.unit_price)}
              </Table.Td>
              <Table.Td className="number">{money(item.subtotal)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {SUMS.filter((name) => name === "total" || name === "subtotal" || (order[name] ?? 0) !== 0).map(
            (name) => (
              <Table.Tr key={name}>
                <Table.Th colSpan={2} className="number" fw={name === "total" ? 700 : 400}>
                  {t(`order.sums.${name}`)}
                </Table.Th>
                <Table.Td className="number" fw={name === "total" ? 700 : 400}>
                  {money(isDeduction(name) ? -(order[name] ?? 0) : order[name])}
                </Table.Td>
              </Table.Tr>
            ),
          )}
          <Paid order={order} money={money} />
        </Table.Tfoot>
      </Table>
    </Paper>
  );
}

/** How far the pieces of a line are, if they are not all in one place. */
function Progress({ item }: { item: Order["items"][number] }) {
  const { t } = useTranslation();
  const steps = (["fulfilled", "shipped", "returned"] as const).flatMap((step) => {
    const count = item[`${step}_quantity`] ?? 0;
    return count > 0 ? [t(`order.pieces.${step}`, { count, all: item.quantity })] : [];
  });
  if (steps.length === 0) return null;
  return <Text size="sm">{steps.join(" · ")}</Text>;
}

function Paid({ order, money }: { order: Order; money(amount: number | null | undefined): string }) {
  const { t } = useTranslation();
  const refunded = order.refunded_total ?? 0;
  // What is only authorized is not paid yet.
  const captured = order.payments.filter(({ captured_at, canceled_at }) => captured_at && !canceled_at);
  const paid = captured.reduce((sum, { amount }) => sum + amount, 0);
  if (paid === 0 && refunded === 0) return null;
  return (
    <>
      <Table.Tr>
        <Table.Td colSpan={2} className="number">
          {t("order.sums.paid")}
        </Table.Td>
        <Table.Td className="number">{money(paid)}</Table.Td>
      </Table.Tr>
      {refunded > 0 && (
        <Table.Tr>
          <Table.Td colSpan={2} className="number">
            {t("order.sums.refunded")}
          </Table.Td>
          <Table.Td className="number">{money(-refunded)}</Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

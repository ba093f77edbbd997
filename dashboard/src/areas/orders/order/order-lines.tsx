import { Anchor, Group, Paper, Table, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderMoney } from "../../../data/orders/order-money.ts";
import { LineFieldTexts } from "../../../data/platform/custom-fields/line-fields.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { Picture } from "../../../kit/page/picture.tsx";

type Order = Schemas["AdminOrder"];
type Line = Order["items"][number];

const SUMS = [
  "subtotal",
  "discount_total",
  "shipping_total",
  "gift_card_total",
  "tax_total",
  "total",
] as const;

/** What a sum comes from: the codes, or the way of shipping. */
const sourceOf: Partial<Record<(typeof SUMS)[number], (order: Order) => (string | null | undefined)[]>> = {
  discount_total: ({ discounts }) => discounts.map(({ code }) => code),
  gift_card_total: ({ gift_cards }) => gift_cards.map(({ code }) => code),
  shipping_total: ({ shipping_methods }) =>
    shipping_methods.map(({ shipping_option }) => shipping_option?.name),
};

/** The goods, and how the total comes about. */
export function LinesCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const money = (amount: number | null | undefined) => format.money(amount, order.currency_code);
  const isDeduction = (name: string) => name === "discount_total" || name === "gift_card_total";
  const sourcesOf = (name: (typeof SUMS)[number]) => (sourceOf[name]?.(order) ?? []).filter(Boolean);
  const isShown = (name: (typeof SUMS)[number]) =>
    name === "total" || name === "subtotal" || (order[name] ?? 0) !== 0 || sourcesOf(name).length > 0;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("order.goods")}
      </Title>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table>
          <Table.Tbody>
            {(order.items ?? []).map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td className="breaks">
                  <Group wrap="nowrap">
                    <Picture src={item.thumbnail} />
                    <div>
                      <ProductLink item={item} />
                      <Text size="sm" c="dimmed">
                        {[item.description, item.variant?.sku].filter(Boolean).join(" · ")}
                      </Text>
                      <LineFieldTexts line={item} />
                      <Progress item={item} />
                    </div>
                  </Group>
                </Table.Td>
                <Table.Td className="number">
                  {format.number(item.quantity)} × {money(netPrice(item))}
                </Table.Td>
                <Table.Td className="number">{money(item.subtotal)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            {SUMS.filter(isShown).map((name) => (
              <Table.Tr key={name}>
                <Table.Th colSpan={2} className="number" fw={name === "total" ? 700 : 400}>
                  {t(`order.sums.${name}`)}
                  {sourcesOf(name).length > 0 && (
                    <Text span size="sm" c="dimmed">
                      {` (${sourcesOf(name).join(", ")})`}
                    </Text>
                  )}
                </Table.Th>
                <Table.Td className="number" fw={name === "total" ? 700 : 400}>
                  {money(isDeduction(name) ? -(order[name] ?? 0) : order[name])}
                </Table.Td>
              </Table.Tr>
            ))}
            <Paid id={order.id} money={money} />
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

/** Of a piece, without taxes as all sums are: the stored price has them where the prices of the region have them. */
const netPrice = ({ subtotal, quantity, unit_price }: Line): number =>
  subtotal == null ? unit_price : Math.round(subtotal / quantity);

/** A custom line, and one whose product is gone for good, has no product to lead to. */
function ProductLink({ item }: { item: Line }) {
  const id = item.variant?.product_id;
  const mayRead = useMay()("products:read");
  if (!id || !mayRead) return <Text>{item.title}</Text>;
  return (
    <Anchor renderRoot={(props) => <Link {...props} to="/products/$id" params={{ id }} />}>
      {item.title}
    </Anchor>
  );
}

/** How far the pieces of a line are, if they are not all in one place. */
function Progress({ item }: { item: Line }) {
  const { t } = useTranslation();
  const steps = (["fulfilled", "shipped", "returned"] as const).flatMap((step) => {
    const count = item[`${step}_quantity`] ?? 0;
    return count > 0 ? [t(`order.pieces.${step}`, { count, all: item.quantity })] : [];
  });
  if (steps.length === 0) return null;
  return <Text size="sm">{steps.join(" · ")}</Text>;
}

function Paid({ id, money }: { id: string; money(amount: number): string }) {
  const { t } = useTranslation();
  const paid = useOrderMoney(id);
  if (!paid) return null;
  const rows = [
    [t("order.sums.paid"), paid.captured_total],
    [t("order.sums.refunded"), -paid.refunded_total],
  ] as const;
  return rows
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => (
      <Table.Tr key={name}>
        <Table.Td colSpan={2} className="number">
          {name}
        </Table.Td>
        <Table.Td className="number">{money(amount)}</Table.Td>
      </Table.Tr>
    ));
}

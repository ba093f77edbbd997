import { Paper, Skeleton, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { type Discount, figuresQuery } from "./discount-queries.ts";
import { usesOf } from "./list/discount-columns.tsx";

/** How often it was used, and what it sold. */
export function DiscountFigures({ discount }: { discount: Discount }) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="xs">
        {t("discounts.figures")}
      </Title>
      <Text>
        {t("discounts.uses")}: {usesOf(discount, t)}
      </Text>
      {may("analytics:read") && <Sales discount={discount} />}
    </Paper>
  );
}

function Sales({ discount }: { discount: Discount }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(figuresQuery(useApi(), discount.id));
  if (!data) return <Skeleton h={60} mt="xs" />;
  if (data.length === 0) return <Text c="dimmed">{t("discounts.noOrders")}</Text>;
  const hasAmount = discount.rule.type !== "free_shipping";
  return (
    <Table mt="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className="number">{t("discounts.orders")}</Table.Th>
          <Table.Th className="number">{t("discounts.revenue")}</Table.Th>
          {hasAmount && <Table.Th className="number">{t("discounts.given")}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.map(({ currency_code, orders, revenue, discounts }) => (
          <Table.Tr key={currency_code}>
            <Table.Td className="number">{format.number(orders)}</Table.Td>
            <Table.Td className="number">{format.money(revenue, currency_code)}</Table.Td>
            {hasAmount && <Table.Td className="number">{format.money(discounts, currency_code)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

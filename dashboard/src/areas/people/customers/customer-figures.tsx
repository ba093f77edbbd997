import { Paper, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { figuresQuery } from "./customer-queries.ts";

/** What the customer is worth so far, in each currency. */
export function CustomerFigures({ id }: { id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: currencies, error } = useQuery(figuresQuery(useApi(), id));
  if (error) return null;
  if (!currencies) return <Skeleton h={86} />;
  if (currencies.length === 0) return <Text c="dimmed">{t("customers.boughtNothing")}</Text>;
  return currencies.map(({ currency_code: currency, orders, sales, refunds, revenue, last_order_at }) => (
    <SimpleGrid key={currency} cols={{ base: 2, sm: 4 }}>
      <Figure
        name={t("customers.figures.revenue", { currency: currency.toUpperCase() })}
        value={format.money(revenue, currency)}
        note={
          refunds > 0
            ? t("customers.figures.ofWhichRefunded", {
                sales: format.money(sales, currency),
                refunds: format.money(refunds, currency),
              })
            : undefined
        }
      />
      <Figure name={t("customers.figures.orders")} value={format.number(orders)} />
      <Figure
        name={t("customers.figures.average")}
        value={format.money(Math.round(revenue / orders), currency)}
      />
      <Figure name={t("customers.figures.last")} value={format.date(last_order_at)} />
    </SimpleGrid>
  ));
}

function Figure({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <Paper withBorder p="sm">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="xl" fw={700}>
        {value}
      </Text>
      {note && <Text size="sm">{note}</Text>}
    </Paper>
  );
}

import { Grid, Paper, Skeleton, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { topQuery } from "./home-queries.ts";
import type { Period } from "./home-search.ts";

interface Props {
  period: Period;
  currency: string | null;
}

/** The best products and countries. */
export function TopCard({ period, currency }: Props) {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const { data } = useQuery(topQuery(api, period));
  if (!data) return <Skeleton h={260} />;
  const found = data.currencies.find(({ currency_code }) => currency_code === currency);
  const countries = new Intl.DisplayNames(i18n.language, { type: "region" });
  return (
    <Paper withBorder p="md" h="100%">
      <Grid>
        <Grid.Col span={{ base: 12, sm: 7 }}>
          <Ranking
            title={t("home.topProducts")}
            currency={currency}
            rows={(found?.products ?? []).map((product) => ({
              key: product.product_id,
              name: product.title ?? product.product_id,
              amount: product.amount,
              orders: product.orders,
            }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 5 }}>
          <Ranking
            title={t("home.topCountries")}
            currency={currency}
            rows={(found?.countries ?? []).map(({ country_code, amount, orders }) => ({
              key: country_code ?? "",
              name: country_code
                ? (countries.of(country_code.toUpperCase()) ?? country_code)
                : t("home.noCountry"),
              amount,
              orders,
            }))}
          />
        </Grid.Col>
      </Grid>
    </Paper>
  );
}

interface RankingProps {
  title: string;
  currency: string | null;
  rows: { key: string; name: string; amount: number; orders: number }[];
}

function Ranking({ title, currency, rows }: RankingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {currency && rows.length > 0 ? (
        <Table>
          <Table.Tbody>
            {rows.map(({ key, name, amount, orders }) => (
              <Table.Tr key={key}>
                <Table.Td>{name}</Table.Td>
                <Table.Td className="number">{t("home.orderCount", { count: orders })}</Table.Td>
                <Table.Td className="number">{format.money(amount, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <Text c="dimmed">{t("home.noOrders")}</Text>
      )}
    </>
  );
}

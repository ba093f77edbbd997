import { Anchor, Grid, Paper, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useFormat } from "../../../kit/format/format.ts";
import type { KindName } from "../reports/report-kinds.ts";
import { CardHead } from "./card-head.tsx";
import type { HomeFigures } from "./home-queries.ts";
import type { Period } from "./home-search.ts";

interface Props {
  top: HomeFigures["top"];
  period: Period;
  currency: string | null;
}

/** The best products and countries. */
export function TopCard({ top: data, period, currency }: Props) {
  const { t, i18n } = useTranslation();
  const found = data.currencies.find(({ currency_code }) => currency_code === currency);
  const countries = new Intl.DisplayNames(i18n.language, { type: "region" });
  return (
    <Paper withBorder p="md" h="100%">
      <Grid>
        <Grid.Col span={{ base: 12, sm: 7 }}>
          <Ranking
            title={t("home.topProducts")}
            report="products"
            period={period}
            currency={currency}
            rows={(found?.products ?? []).map((product) => ({
              key: product.product_id,
              name: product.title ?? product.product_id,
              productId: product.title === null ? undefined : product.product_id,
              amount: product.amount,
              orders: product.orders,
            }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 5 }}>
          <Ranking
            title={t("home.topCountries")}
            report="countries"
            period={period}
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
  report: KindName;
  period: Period;
  currency: string | null;
  rows: { key: string; name: string; productId?: string | undefined; amount: number; orders: number }[];
}

function Ranking({ rows, ...head }: RankingProps) {
  const { currency } = head;
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay()("products:read");
  return (
    <>
      <CardHead {...head} />
      {currency && rows.length > 0 ? (
        <Table>
          <Table.Tbody>
            {rows.map(({ key, name, productId, amount, orders }) => (
              <Table.Tr key={key}>
                <Table.Td>
                  {productId && may ? (
                    <Anchor
                      renderRoot={(props) => (
                        <Link {...props} to="/products/$id" params={{ id: productId }} />
                      )}
                    >
                      {name}
                    </Anchor>
                  ) : (
                    name
                  )}
                </Table.Td>
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

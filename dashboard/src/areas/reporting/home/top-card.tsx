import { Grid, Paper, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { PlainTable } from "../../../kit/list/plain-table.tsx";
import { RowLink } from "../../../kit/list/row-link.tsx";
import type { KindName } from "../reports/report-kinds.ts";
import { CardHead } from "./card-head.tsx";
import type { HomeFigures } from "./home-queries.ts";
import type { Period } from "./home-search.ts";
import styles from "./top-card.module.css";

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
        <PlainTable label={head.title}>
          <tbody>
            {rows.map(({ key, name, productId, amount, orders }) => (
              <tr key={key}>
                <td className={styles["name"]}>
                  {productId && may ? (
                    <RowLink to="/products/$id" params={{ id: productId }}>
                      {name}
                    </RowLink>
                  ) : (
                    name
                  )}
                </td>
                <td className="number">{t("home.orderCount", { count: orders })}</td>
                <td className="number">{format.money(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      ) : (
        <Text c="dimmed">{t("home.noOrders")}</Text>
      )}
    </>
  );
}

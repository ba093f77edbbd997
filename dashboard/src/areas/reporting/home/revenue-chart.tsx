import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import { Paper, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import { CardHead } from "./card-head.tsx";
import type { HomeFigures } from "./home-queries.ts";
import type { Period } from "./home-search.ts";

interface Props {
  series: HomeFigures["series"];
  period: Period;
  currency: string | null;
}

export default function RevenueChart({ series: data, period, currency }: Props) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const found = data.currencies.find(({ currency_code }) => currency_code === currency);
  const label = new Intl.DateTimeFormat(
    i18n.language,
    data.interval === "hour" ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" },
  );
  const points = (found?.current ?? []).map((point, index) => ({
    at: label.format(new Date(point.at)),
    current: point.revenue,
    previous: found?.previous[index]?.revenue ?? 0,
  }));
  return (
    <Paper withBorder p="md">
      <CardHead title={t("home.revenueOverTime")} report="sales" period={period} currency={currency} />
      {currency && points.length > 0 ? (
        <LineChart
          h={260}
          data={points}
          dataKey="at"
          series={[
            { name: "previous", label: t("home.periodBefore"), color: "gray.5", strokeDasharray: "5 5" },
            { name: "current", label: t("home.thisPeriod"), color: "sea.7" },
          ]}
          withDots={false}
          withLegend
          curveType="monotone"
          valueFormatter={(value) => format.money(value, currency)}
          yAxisProps={{ width: 90 }}
        />
      ) : (
        <Text c="dimmed">{t("home.noOrders")}</Text>
      )}
    </Paper>
  );
}

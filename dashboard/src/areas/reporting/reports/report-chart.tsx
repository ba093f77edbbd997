import "@mantine/charts/styles.css";
import { BarChart, LineChart } from "@mantine/charts";
import { useTranslation } from "react-i18next";
import { useIsPhone } from "../../../kit/page/use-is-phone.ts";
import { type KindName, kindOf } from "./report-kinds.ts";
import type { ReportRow } from "./report-rows.ts";
import { useFigureText } from "./report-table.tsx";

interface Props {
  name: KindName;
  currency: string;
  rows: ReportRow[];
  isYearBefore: boolean;
}

const FEW = 10;
const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Time is a line, everything else are bars: the first rows of the table. */
export default function ReportChart({ name, currency, rows, isYearBefore }: Props) {
  const { t } = useTranslation();
  const text = useFigureText(currency);
  const isPhone = useIsPhone();
  const { main } = kindOf(name);
  const before = {
    name: "before",
    label: t(isYearBefore ? "reports.yearBefore" : "reports.periodBefore"),
    color: "gray.5",
  };
  const now = { name: "now", label: t(`reports.figures.${main}`), color: "sea.7" };
  const common = {
    dataKey: "name",
    withLegend: true,
    valueFormatter: (value: number) => text(main, value),
    role: "img",
    "aria-label": t("reports.chartOf", { figure: t(`reports.figures.${main}`) }),
  };
  if (name === "sales") {
    const data = rows.map((row) => ({ name: row.name, now: row.now, before: row.before }));
    return (
      <LineChart
        {...common}
        h={260}
        data={data}
        series={[{ ...before, strokeDasharray: "5 5" }, now]}
        withDots={data.length === 1}
        curveType="monotone"
        yAxisProps={{ width: 90 }}
      />
    );
  }
  const data = rows.slice(0, FEW).map((row) => ({
    name: shortened(
      `${row.name}${row.detail && name !== "customers" ? ` · ${row.detail}` : ""}`,
      isPhone ? 12 : 30,
    ),
    now: row.current[main] ?? 0,
    before: row.before,
  }));
  const hasNoBefore = name === "customers" || rows.every((row) => row.before === undefined);
  return (
    <BarChart
      {...common}
      h={60 + data.length * 38}
      data={data}
      orientation="vertical"
      series={hasNoBefore ? [now] : [now, before]}
      yAxisProps={{ width: isPhone ? 105 : 200 }}
    />
  );
}

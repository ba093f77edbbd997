import { Paper, SimpleGrid, Skeleton, Text } from "@mantine/core";
import type { operations } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";

type Summary = operations["getAdminAnalyticsSummary"]["responses"][200]["content"]["application/json"];

interface Props {
  summary: Summary | undefined;
  currency: string | null;
}

interface Figure {
  name: string;
  value: string;
  current: number;
  previous: number;
}

/** The period beside the one before. */
export function FiguresRow({ summary, currency }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!summary) return <Skeleton h={104} />;
  const found = summary.currencies.find(({ currency_code }) => currency_code === currency);
  const { current: now, previous: before } = found ?? { current: undefined, previous: undefined };
  const money = (amount: number | null | undefined) => (currency ? format.money(amount ?? 0, currency) : "–");
  const { customers } = summary;
  const figures: Figure[] = [
    {
      name: t("home.revenue"),
      value: money(now?.revenue),
      current: now?.revenue ?? 0,
      previous: before?.revenue ?? 0,
    },
    {
      name: t("home.orders"),
      value: format.number(now?.orders ?? 0),
      current: now?.orders ?? 0,
      previous: before?.orders ?? 0,
    },
    {
      name: t("home.averageOrder"),
      value: money(now?.average_order),
      current: now?.average_order ?? 0,
      previous: before?.average_order ?? 0,
    },
    {
      name: t("home.newCustomers"),
      value: format.number(customers.current.new),
      current: customers.current.new,
      previous: customers.previous.new,
    },
    {
      name: t("home.returningCustomers"),
      value: format.number(customers.current.returning),
      current: customers.current.returning,
      previous: customers.previous.returning,
    },
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
      {figures.map((figure) => (
        <FigureTile key={figure.name} {...figure} />
      ))}
    </SimpleGrid>
  );
}

function FigureTile({ name, value, current, previous }: Figure) {
  return (
    <Paper withBorder p="md" role="group" aria-label={name}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={{ base: 19, sm: 26 }} fw={650} style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
      <Change current={current} previous={previous} />
    </Paper>
  );
}

function Change({ current, previous }: { current: number; previous: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (previous === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("home.nothingBefore")}
      </Text>
    );
  }
  const change = (current - previous) / Math.abs(previous);
  const sign = change > 0 ? "+" : "";
  return (
    <Text size="sm" c={change < 0 ? "var(--mantine-color-error)" : "var(--color-good)"}>
      {t("home.thanBefore", { change: `${sign}${format.percent(change)}` })}
    </Text>
  );
}

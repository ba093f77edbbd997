import { Grid, Group, SegmentedControl, Select, Stack, Title } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { PageError } from "../shell/page-error.tsx";
import { CartsCard } from "./carts-card.tsx";
import { FiguresRow } from "./figures-row.tsx";
import { type NamedPeriod, PERIODS, type Period, summaryQuery } from "./home-queries.ts";
import { RevenueChart } from "./revenue-chart.tsx";
import { ToDoCard } from "./to-do-card.tsx";
import { TopCard } from "./top-card.tsx";

export const homeRoute = createLazyRoute("/shell/")({ component: HomePage });

function HomePage() {
  const { t } = useTranslation();
  const api = useApi();
  const [period, setPeriod] = useState<Period>({ period: "30d" });
  const [chosen, setChosen] = useState<string | null>(null);
  const summary = useQuery(summaryQuery(api, period));
  const currencies = (summary.data?.currencies ?? []).map(({ currency_code }) => currency_code);
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : (currencies[0] ?? null);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t("nav.home")}
        </Title>
        <Group>
          {currencies.length > 1 && (
            <Select
              aria-label={t("home.currency")}
              data={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
              value={currency}
              onChange={setChosen}
              allowDeselect={false}
              w={90}
            />
          )}
          <PeriodChoice period={period} onChange={setPeriod} />
        </Group>
      </Group>
      <ToDoCard />
      {summary.error ? (
        <PageError error={summary.error} reset={() => void summary.refetch()} />
      ) : (
        <>
          <FiguresRow summary={summary.data} currency={currency} />
          <RevenueChart period={period} currency={currency} />
          <Grid>
            <Grid.Col span={{ base: 12, md: 8 }}>
              <TopCard period={period} currency={currency} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <CartsCard period={period} />
            </Grid.Col>
          </Grid>
        </>
      )}
    </Stack>
  );
}

interface ChoiceProps {
  period: Period;
  onChange(period: Period): void;
}

function PeriodChoice({ period, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  const chooseDays = (range: [string | null, string | null]) => {
    setDays(range);
    const [from, to] = range;
    if (from && to) onChange({ from, to });
  };
  return (
    <>
      <SegmentedControl
        aria-label={t("home.period")}
        data={PERIODS.map((value) => ({ value, label: t(`home.periods.${value}`) }))}
        value={"period" in period ? period.period : ""}
        onChange={(value) => {
          setDays([null, null]);
          onChange({ period: value as NamedPeriod });
        }}
      />
      <DatePickerInput
        type="range"
        aria-label={t("home.ownRange")}
        placeholder={t("home.ownRange")}
        value={days}
        onChange={chooseDays}
        maxDate={new Date()}
        clearable
        w={{ base: "100%", sm: 230 }}
      />
    </>
  );
}

import { Grid, SegmentedControl, Select, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { PageError } from "../../../kit/page/page-error.tsx";
import { CartsCard } from "./carts-card.tsx";
import { FiguresRow } from "./figures-row.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { hasOrdersQuery, summaryQuery } from "./home-queries.ts";
import type { Period } from "./home-search.ts";
import { TopCard } from "./top-card.tsx";

// The library for charts is larger than the rest of the page: it comes after the figures.
const RevenueChart = lazy(() => import("./revenue-chart.tsx"));

interface Props {
  period: Period;
  /** The currency of the address, if any. */
  chosen: string | undefined;
  onChoose(currency: string): void;
}

/** How the shop does in one of its currencies. */
export function Figures({ period, chosen, onChoose }: Props) {
  const api = useApi();
  const { data: summary, error, refetch } = useQuery(summaryQuery(api, period));
  const isQuiet = summary?.currencies.every(({ current, previous }) => !current.orders && !previous.orders);
  const { data: hasOrders } = useQuery({ ...hasOrdersQuery(api), enabled: isQuiet === true });
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (isQuiet && hasOrders === false) return <FirstSteps />;
  const currencies = (summary?.currencies ?? []).map(({ currency_code }) => currency_code);
  const currency = currencies.find((code) => code === chosen) ?? busiest(summary?.currencies ?? []);
  return (
    <>
      {currencies.length > 1 && (
        <CurrencyChoice currencies={currencies} currency={currency} onChoose={onChoose} />
      )}
      <FiguresRow summary={summary} currency={currency} />
      <Suspense fallback={<Skeleton h={320} />}>
        {summary ? <RevenueChart period={period} currency={currency} /> : <Skeleton h={320} />}
      </Suspense>
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <TopCard period={period} currency={currency} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <CartsCard period={period} />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** The currency with the most orders. */
function busiest(currencies: { currency_code: string; current: { orders: number } }[]): string | null {
  const [first] = currencies.toSorted((one, other) => other.current.orders - one.current.orders);
  return first?.currency_code ?? null;
}

interface ChoiceProps {
  currencies: string[];
  currency: string | null;
  onChoose(currency: string): void;
}

const FEW = 6;

/** Sums of different currencies are never added up: the shop knows no rates. */
function CurrencyChoice({ currencies, currency, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const data = currencies.map((code) => ({ value: code, label: code.toUpperCase() }));
  if (currencies.length <= FEW) {
    return (
      <SegmentedControl
        aria-label={t("home.currency")}
        data={data}
        value={currency ?? ""}
        onChange={onChoose}
        style={{ alignSelf: "flex-start" }}
      />
    );
  }
  return (
    <Select
      aria-label={t("home.currency")}
      data={data}
      value={currency}
      onChange={(code) => code && onChoose(code)}
      allowDeselect={false}
      searchable
      w={120}
    />
  );
}

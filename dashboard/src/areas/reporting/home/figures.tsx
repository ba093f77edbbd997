import { Grid, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { PageError } from "../../../kit/page/page-error.tsx";
import { CartsCard } from "./carts-card.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";
import { FiguresRow } from "./figures-row.tsx";
import { figuresQuery, hasOrdersQuery } from "./home-queries.ts";
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
  const { t } = useTranslation();
  const api = useApi();
  const { data, error, refetch } = useQuery(figuresQuery(api, period));
  const summary = data?.summary;
  const isQuiet = summary?.currencies.every(({ current, previous }) => !current.orders && !previous.orders);
  const { data: hasOrders } = useQuery({ ...hasOrdersQuery(api), enabled: isQuiet === true });
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (isQuiet && hasOrders === false) return <Text>{t("home.noFigures")}</Text>;
  const currencies = (summary?.currencies ?? []).map(({ currency_code }) => currency_code);
  const currency = currencies.find((code) => code === chosen) ?? busiest(summary?.currencies ?? []);
  return (
    <>
      {currencies.length > 1 && (
        <CurrencyChoice currencies={currencies} currency={currency} onChoose={onChoose} />
      )}
      <FiguresRow summary={summary} currency={currency} />
      <Suspense fallback={<Skeleton h={320} />}>
        {data ? (
          <RevenueChart series={data.series} period={period} currency={currency} />
        ) : (
          <Skeleton h={320} />
        )}
      </Suspense>
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          {data ? <TopCard top={data.top} period={period} currency={currency} /> : <Skeleton h={260} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          {data ? <CartsCard carts={data.carts.carts.current} /> : <Skeleton h={260} />}
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

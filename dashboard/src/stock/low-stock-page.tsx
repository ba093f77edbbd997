import { Anchor, Group, NumberInput, Paper, Stack, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { useFormat } from "../format/format.ts";
import { useHasLocations } from "../products/use-markets.ts";
import { type Column, RowsTable } from "../settings/rows-table.tsx";
import { PageError } from "../shell/page-error.tsx";
import { PageLoading } from "../shell/page-loading.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { lowStockQuery, type Variant } from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

export const lowStockRoute = createLazyRoute("/shell/stock/low")({ component: LowStockPage });

/** As many as the home page counts as low. */
const FEW = 5;

function LowStockPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { most = FEW } = useSearch({ from: "/shell/stock/low" });
  const hasLocations = useHasLocations();
  const { data, error, refetch } = useQuery(lowStockQuery(useApi(), { most, hasLocations }));
  const columns = useColumns();
  const change = useDebouncedCallback(
    (given: number) => navigate({ to: "/stock/low", search: given === FEW ? {} : { most: given } }),
    250,
  );
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  return (
    <Stack>
      <StockTabs />
      <PageTitle>{t("stock.low")}</PageTitle>
      <Group align="flex-end">
        <NumberInput
          label={t("stock.atMost")}
          defaultValue={most}
          onChange={(given) => change(Math.max(0, Number(given) || 0))}
          min={0}
          allowDecimal={false}
          w={220}
        />
        <Text size="sm" c="dimmed" aria-live="polite" pb={8}>
          {data && t("stock.count", { count: data.length })}
        </Text>
      </Group>
      {data ? (
        <Paper withBorder p={data.length === 0 ? "md" : 0}>
          <RowsTable caption={t("stock.low")} rows={data} columns={columns} empty={t("stock.noneLow")} />
        </Paper>
      ) : (
        <PageLoading />
      )}
    </Stack>
  );
}

function useColumns(): Column<Variant>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "product",
        header: t("stock.item"),
        cell: ({ product_id, product, title }) => (
          <Anchor
            fw={600}
            renderRoot={(props) => <Link {...props} to="/products/$id" params={{ id: product_id }} />}
          >
            {product?.title} – {title}
          </Anchor>
        ),
      },
      {
        id: "sku",
        header: t("product.fields.sku"),
        cell: ({ sku }) =>
          sku ? (
            <Anchor renderRoot={(props) => <Link {...props} to="/stock" search={{ q: sku }} />}>{sku}</Anchor>
          ) : (
            "–"
          ),
      },
      {
        id: "available",
        header: t("stock.available"),
        cell: ({ inventory_quantity }) => format.number(inventory_quantity),
      },
    ],
    [t, format],
  );
}

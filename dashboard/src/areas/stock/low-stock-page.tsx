import { Anchor, NumberInput, Paper, Stack } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { useFormat } from "../../kit/format/format.ts";
import { ListFooter } from "../../kit/list/list-footer.tsx";
import { type Column, RowsTable } from "../../kit/list/rows-table.tsx";
import { PageError } from "../../kit/page/page-error.tsx";
import { PageLoading } from "../../kit/page/page-loading.tsx";
import { PageTitle } from "../../kit/page/page-title.tsx";
import { FEW, MOST_PIECES } from "./low-search.ts";
import { LOW_PAGE, type LowVariant, lowStockQuery } from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

export const lowStockRoute = createLazyRoute("/shell/stock/low")({ component: LowStockPage });

function LowStockPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/stock/low" });
  const { data, error, refetch } = useQuery(lowStockQuery(useApi(), search));
  const columns = useColumns();
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  return (
    <Stack>
      <StockTabs />
      <PageTitle>{t("stock.low")}</PageTitle>
      <PiecesInput
        value={search.most ?? FEW}
        onChange={(most) => navigate({ to: "/stock/low", search: { most } })}
      />
      {data ? (
        <Paper withBorder p={data.variants.length === 0 ? "md" : 0}>
          <RowsTable
            caption={t("stock.low")}
            rows={data.variants}
            columns={columns}
            empty={t("stock.noneLow")}
          />
        </Paper>
      ) : (
        <PageLoading />
      )}
      <ListFooter
        count={data?.count}
        pageSize={LOW_PAGE}
        page={search.page}
        onPage={(page) => navigate({ to: "/stock/low", search: { ...search, page } })}
      >
        {t("stock.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}

interface PiecesProps {
  value: number;
  onChange(pieces: number): void;
}

/** Asks while one types, and follows the address when one goes back. */
function PiecesInput({ value, onChange }: PiecesProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<number | string>(value);
  const change = useDebouncedCallback(onChange, 250);
  useEffect(() => setTyped(value), [value]);
  return (
    <NumberInput
      label={t("stock.atMost")}
      value={typed}
      onChange={(given) => {
        setTyped(given);
        if (given !== "") change(Number(given));
      }}
      min={0}
      max={MOST_PIECES}
      clampBehavior="strict"
      allowDecimal={false}
      w={{ base: "100%", sm: 220 }}
    />
  );
}

function useColumns(): Column<LowVariant>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "product",
        header: t("stock.item"),
        cell: ({ product_id, product_title, title }) => (
          <Anchor
            fw={600}
            renderRoot={(props) => <Link {...props} to="/products/$id" params={{ id: product_id }} />}
          >
            {product_title} – {title}
          </Anchor>
        ),
      },
      {
        id: "sku",
        isWide: true,
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
        cell: ({ available }) => format.number(available),
      },
    ],
    [t, format],
  );
}

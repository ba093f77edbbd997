import { Anchor } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format/format.ts";
import { NumberInput } from "../../kit/inputs/number-input.tsx";
import { listPage } from "../../kit/list/list-page.tsx";
import type { Column } from "../../kit/list/rows-table.tsx";
import { FEW, MOST_PIECES } from "./low-search.ts";
import { LOW_PAGE, type LowVariant, lowStockQuery } from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

export const lowStockRoute = createLazyRoute("/shell/stock/low")({
  component: listPage({
    title: "stock.low",
    query: lowStockQuery,
    rows: ({ variants }) => variants,
    pageSize: LOW_PAGE,
    useShortColumns: useLowStockColumns,
    empty: "stock.noneLow",
    count: "stock.count",
    Filters: ({ list: { search, show } }) => (
      <PiecesInput value={search.most ?? FEW} onChange={(most) => show({ most })} />
    ),
    Above: StockTabs,
  }),
});

interface PiecesProps {
  value: number;
  onChange(pieces: number): void;
}

/** Reads again while the user types, and follows the address when the user goes back. */
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
      w={{ base: "100%", sm: 220 }}
    />
  );
}

function useLowStockColumns(): Column<LowVariant>[] {
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

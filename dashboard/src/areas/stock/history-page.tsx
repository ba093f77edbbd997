import { Anchor, Text } from "@mantine/core";
import { createLazyRoute, Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/format/format.ts";
import { choiceFilter } from "../../kit/list/filters.tsx";
import { listPage } from "../../kit/list/list-page.tsx";
import type { Column } from "../../kit/list/rows-table.tsx";
import { REASONS } from "./history-search.ts";
import { ItemFilter } from "./item-filter.tsx";
import { itemName, personName } from "./names.ts";
import { nameOfVariant } from "./stock-columns.ts";
import { HISTORY_PAGE, historyQuery } from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

type Change = Schemas["AdminStockChange"];

/** What users and imports changed. */
export const historyRoute = createLazyRoute("/shell/stock/history")({
  component: listPage({
    title: "stock.history",
    about: "stock.historyHint",
    query: historyQuery,
    rows: ({ stock_changes }) => stock_changes,
    pageSize: HISTORY_PAGE,
    useShortColumns: useHistoryColumns,
    empty: "stock.noHistory",
    noneFound: "stock.noHistoryFound",
    count: "stock.changeCount",
    filters: [
      ItemFilter,
      choiceFilter({
        name: "reason",
        label: "stock.reason",
        values: REASONS,
        textOf: (reason) => `stock.reasons.${reason}`,
      }),
    ],
    hasFewFilters: true,
    Above: StockTabs,
  }),
});

function Why({ change: { reason, note, subject_id } }: { change: Change }) {
  const { t } = useTranslation();
  const text = t(`stock.reasons.${reason}`);
  const target =
    reason === "import" ? "/imports/$id" : reason === "count" ? "/stock/counts/$id" : "/stock/transfers/$id";
  return (
    <>
      {subject_id ? (
        <Anchor inherit renderRoot={(props) => <Link {...props} to={target} params={{ id: subject_id }} />}>
          {text}
        </Anchor>
      ) : (
        text
      )}
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

/** To what happened to the item. The variant of a shop without locations has no item. */
function ItemLink({ id, children }: { id: string | undefined; children: string }) {
  if (!id) return children;
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/stock/history" search={{ item: id }} />}>
      {children}
    </Anchor>
  );
}

function useHistoryColumns(): Column<Change>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const shown = (pieces: number | null) => (pieces === null ? t("stock.notKept") : format.number(pieces));
    return [
      { id: "time", header: t("stock.time"), cell: ({ created_at }) => format.time(created_at) },
      { id: "who", isWide: true, header: t("stock.who"), cell: ({ user }) => personName(user) },
      {
        id: "item",
        header: t("stock.item"),
        cell: ({ inventory_item, variant }) => (
          <>
            <ItemLink id={inventory_item?.id}>
              {variant ? nameOfVariant(variant) : itemName(inventory_item)}
            </ItemLink>
            <Text size="sm" c="dimmed">
              {(variant ?? inventory_item)?.sku}
            </Text>
          </>
        ),
      },
      {
        id: "location",
        isWide: true,
        header: t("stock.location"),
        cell: ({ location }) => location?.name ?? "–",
      },
      {
        id: "change",
        header: t("stock.change"),
        cell: ({ quantity, before, after }) =>
          t("stock.fromTo", {
            quantity: t(`stock.quantities.${quantity}`),
            before: shown(before),
            after: shown(after),
          }),
      },
      { id: "why", header: t("stock.reason"), cell: (change) => <Why change={change} /> },
    ];
  }, [t, format]);
}

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { locationsQuery, useHasLocations } from "../../data/stock/stock-locations.ts";
import { useApi } from "../../kit/api/api.ts";
import { useFormat } from "../../kit/format/format.ts";
import { listPage } from "../../kit/list/list-page.tsx";
import type { Column } from "../../kit/list/rows-table.tsx";
import { nameOfItem } from "./stock-columns.ts";
import { HISTORY_PAGE, historyQuery, readItems } from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

type Entry = Schemas["AdminAuditEntry"];

/** `/admin/inventory-items/{id}/location-levels/{location}` */
const partsOf = ({ path, body }: Entry) => {
  const [, , , id, , location] = path.split("/");
  const sent = body as { location_id?: string } | null;
  return { id, location: location ?? sent?.location_id };
};

/** Changes of stock by users, from the audit log. */
export const historyRoute = createLazyRoute("/shell/stock/history")({
  component: listPage({
    title: "stock.history",
    // Without locations, quantities are changed with the variants of products.
    useShared: () => (useHasLocations() ? "/admin/inventory-items" : "/admin/products"),
    query: (api, search: { page?: number }, { shared: path }) => historyQuery(api, { path, ...search }),
    rows: ({ entries }) => entries,
    pageSize: HISTORY_PAGE,
    useShortColumns: ({ rows }) => useHistoryColumns(rows),
    empty: "stock.noHistory",
    count: "stock.changeCount",
    Filters: HistoryHint,
    Above: StockTabs,
  }),
});

function HistoryHint() {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed">
      {t("stock.historyHint")}
    </Text>
  );
}

/** The names of the items and locations that the entries are about. */
function useNames(entries: readonly Entry[]) {
  const api = useApi();
  const ids = [...new Set(entries.flatMap((entry) => partsOf(entry).id ?? []))]
    .filter((id) => id.startsWith("iitem_"))
    .sort();
  const { data: items = [] } = useQuery({
    queryKey: ["stock", "named", ids],
    queryFn: () => readItems(api, ids),
    enabled: ids.length > 0,
  });
  const { data: locations = [] } = useQuery(locationsQuery(api));
  return new Map([
    ...items.map((item) => [item.id, nameOfItem(item)] as const),
    ...locations.map(({ id, name }) => [id, name] as const),
  ]);
}

const QUANTITIES = ["stocked_quantity", "incoming_quantity", "inventory_quantity"] as const;

function useHistoryColumns(entries: readonly Entry[]): Column<Entry>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const names = useNames(entries);
  const known = JSON.stringify([...names]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are compared by what they say
  return useMemo(() => {
    const changeOf = ({ method, body, before }: Entry) => {
      if (method === "DELETE") return t("stock.levelRemoved");
      const sent = (body ?? {}) as Record<string, unknown>;
      const old = (before ?? {}) as Record<string, unknown>;
      const changed = QUANTITIES.filter((name) => typeof sent[name] === "number").map((name) => {
        const from = typeof old[name] === "number" ? `${old[name]} → ` : "";
        return `${t(`stock.quantities.${name}`)}: ${from}${sent[name]}`;
      });
      return changed.join(", ") || t("stock.otherChange");
    };
    return [
      { id: "time", header: t("stock.time"), cell: ({ occurred_at }) => format.time(occurred_at) },
      {
        id: "who",
        isWide: true,
        header: t("stock.who"),
        cell: ({ user, user_id }) =>
          [user?.first_name, user?.last_name].filter(Boolean).join(" ") || (user?.email ?? user_id),
      },
      {
        id: "item",
        header: t("stock.item"),
        cell: (entry) => names.get(partsOf(entry).id ?? "") ?? partsOf(entry).id,
      },
      {
        id: "location",
        isWide: true,
        header: t("stock.location"),
        cell: (entry) => names.get(partsOf(entry).location ?? "") ?? "–",
      },
      { id: "change", header: t("stock.change"), cell: changeOf },
    ];
  }, [t, format, known]);
}

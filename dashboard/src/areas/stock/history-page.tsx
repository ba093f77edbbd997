import { Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { locationsQuery, useHasLocations } from "../../data/stock/stock-locations.ts";
import { useApi } from "../../kit/api/api.ts";
import { useFormat } from "../../kit/format/format.ts";
import { ListFooter } from "../../kit/list/list-footer.tsx";
import { type Column, RowsTable } from "../../kit/list/rows-table.tsx";
import { PageError } from "../../kit/page/page-error.tsx";
import { PageLoading } from "../../kit/page/page-loading.tsx";
import { PageTitle } from "../../kit/page/page-title.tsx";
import { nameOfItem } from "./stock-columns.ts";
import { HISTORY_PAGE, historyQuery, readItems } from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

export const historyRoute = createLazyRoute("/shell/stock/history")({ component: HistoryPage });

type Entry = Schemas["AdminAuditEntry"];

/** `/admin/inventory-items/{id}/location-levels/{location}` */
const partsOf = ({ path, body }: Entry) => {
  const [, , , id, , location] = path.split("/");
  const sent = body as { location_id?: string } | null;
  return { id, location: location ?? sent?.location_id };
};

/** Who set which quantity, from the audit log. */
function HistoryPage() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const { page } = useSearch({ from: "/shell/stock/history" });
  // Without locations quantities are changed with the variants of products.
  const path = useHasLocations() ? "/admin/inventory-items" : "/admin/products";
  const { data, error, refetch } = useQuery(historyQuery(api, { path, ...(page && { page }) }));
  const columns = useColumns(data?.entries ?? []);
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  return (
    <Stack>
      <StockTabs />
      <PageTitle>{t("stock.history")}</PageTitle>
      <Text size="sm" c="dimmed">
        {t("stock.historyHint")}
      </Text>
      {data ? (
        <Paper withBorder p={data.entries.length === 0 ? "md" : 0}>
          <RowsTable
            caption={t("stock.history")}
            rows={data.entries}
            columns={columns}
            empty={t("stock.noHistory")}
          />
        </Paper>
      ) : (
        <PageLoading />
      )}
      <ListFooter
        count={data?.count}
        pageSize={HISTORY_PAGE}
        page={page}
        onPage={(next) => navigate({ to: "/stock/history", search: { page: next } })}
      >
        {t("stock.changeCount", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
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

function useColumns(entries: readonly Entry[]): Column<Entry>[] {
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

import { Anchor, Button, Select, Text, Textarea } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { locationsQuery } from "../../../data/stock/stock-locations.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import type { Column } from "../../../kit/list/rows-table.tsx";
import { nameOfItem } from "../stock-columns.ts";
import { StockTabs } from "../stock-tabs.tsx";
import { CountBadge } from "./count-badge.tsx";
import { COUNT_PAGE, type Count, countsQuery } from "./count-queries.ts";
import { COUNT_SORTS } from "./count-search.ts";

export const countsRoute = createLazyRoute("/shell/stock/counts")({
  component: listPage({
    title: "stock.counts",
    about: "counts.about",
    query: countsQuery,
    rows: ({ stock_counts }) => stock_counts,
    pageSize: COUNT_PAGE,
    useShortColumns: useCountColumns,
    sorts: COUNT_SORTS,
    defaultOrder: "-number",
    empty: "counts.none",
    count: "counts.count",
    Above: StockTabs,
    Actions: StartCount,
  }),
});

function StartCount() {
  const { t } = useTranslation();
  const may = useMay();
  const dialog = useDialog<null>();
  const { data: locations } = useQuery(locationsQuery(useApi()));
  if (!may("stock:write") || !locations) return null;
  if (locations.length === 0) return <Text c="dimmed">{t("counts.needsLocations")}</Text>;
  return (
    <>
      <Button onClick={() => dialog.open(null)}>{t("counts.start")}</Button>
      <FormDialog title={t("counts.start")} opened={dialog.opened} onClose={dialog.close}>
        <StartForm locations={locations} />
      </FormDialog>
    </>
  );
}

function StartForm({ locations }: { locations: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const [items, setItems] = useState<string[]>([]);
  const edit = useEditForm({
    values: { location_id: locations[0]!.id, note: "" },
    validate: { location_id: isNotEmpty(t("form.required")) },
    async save({ location_id, note }) {
      const body = {
        location_id,
        note: note.trim() || null,
        ...(items.length > 0 && { inventory_item_ids: items }),
      };
      return (await api.POST("/admin/stock-counts", { body })).data!.stock_count;
    },
    refresh: ["stock"],
    saved: t("counts.started"),
    onSaved: ({ id }) => navigate({ to: "/stock/counts/$id", params: { id } }),
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={t("counts.start")}>
      <Select
        label={t("stock.location")}
        data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        required
        {...form.getInputProps("location_id")}
      />
      <FoundMultiSelect
        label={t("counts.only")}
        description={t("counts.onlyHint")}
        searchKey={["stock", "choices"]}
        find={async (q) =>
          (
            await api.GET("/admin/inventory-items", { params: { query: itemsSearch(q) } })
          ).data!.inventory_items.map((item) => ({
            value: item.id,
            label: [item.sku, nameOfItem(item)].filter(Boolean).join(" · "),
          }))
        }
        value={items}
        onChange={setItems}
      />
      <Textarea label={t("transfers.note")} maxLength={2_000} {...form.getInputProps("note")} />
    </EditForm>
  );
}

const itemsSearch = (q: string) => ({
  ...(q && { q }),
  limit: 20,
  fields: "id,sku,title,variants.title,variants.product.title",
  expand: "",
  order: "sku",
});

function useCountColumns(): Column<Count>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "number",
        header: t("transfers.number"),
        cell: ({ id, number }) => (
          <Anchor fw={600} renderRoot={(props) => <Link {...props} to="/stock/counts/$id" params={{ id }} />}>
            {t("counts.name", { number })}
          </Anchor>
        ),
      },
      { id: "location", header: t("stock.location"), cell: ({ location }) => location?.name ?? "–" },
      { id: "state", header: t("transfers.state"), cell: ({ status }) => <CountBadge status={status} /> },
      {
        id: "counted",
        header: t("counts.counted"),
        cell: ({ counted_count, item_count }) =>
          t("counts.progress", { counted: format.number(counted_count), all: format.number(item_count) }),
      },
      {
        id: "differences",
        isWide: true,
        header: t("counts.differences"),
        cell: ({ difference_count }) => format.number(difference_count),
      },
      {
        id: "created",
        isWide: true,
        header: t("counts.begun"),
        cell: ({ created_at }) => format.time(created_at),
      },
    ],
    [t, format],
  );
}

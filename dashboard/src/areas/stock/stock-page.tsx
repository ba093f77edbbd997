import { Alert, Group, LoadingOverlay, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { locationsQuery } from "../../data/stock/stock-locations.ts";
import { useApi } from "../../kit/api/api.ts";
import { messageOf } from "../../kit/api/error-message.ts";
import { useUnsaved } from "../../kit/form/use-unsaved.ts";
import { EditableGrid } from "../../kit/grid/editable-grid.tsx";
import { GridToolbar } from "../../kit/grid/grid-toolbar.tsx";
import { useGridEdits } from "../../kit/grid/use-grid-edits.ts";
import { type GridSource, useGridSaving } from "../../kit/grid/use-grid-saving.ts";
import { ColumnChoice, useChosenColumns } from "../../kit/list/column-choice.tsx";
import { ListFooter } from "../../kit/list/list-footer.tsx";
import { SearchInput } from "../../kit/list/search-input.tsx";
import { withoutEmpty } from "../../kit/list/search-params.ts";
import { ViewsOfList } from "../../kit/list/views-of-list.tsx";
import { PageTitle } from "../../kit/page/page-title.tsx";
import { saveItem, saveQuantity } from "./save-stock.ts";
import { isIncoming, itemColumns, nameOfItem, nameOfVariant, variantColumns } from "./stock-columns.ts";
import {
  type Item,
  itemsQuery,
  readItems,
  readVariants,
  STOCK_PAGE,
  type Variant,
  variantsQuery,
} from "./stock-queries.ts";
import { StockTabs } from "./stock-tabs.tsx";

export const stockRoute = createLazyRoute("/shell/stock")({ component: StockPage });

function StockPage() {
  const { t } = useTranslation();
  const api = useApi();
  const mayRead = useMay()("stock:read");
  const { data: locations } = useQuery({ ...locationsQuery(api), enabled: mayRead });
  const search = useSearch({ from: "/shell/stock" });
  const navigate = useNavigate();
  return (
    <Stack gap="sm">
      <StockTabs />
      <PageTitle>{t("stock.title")}</PageTitle>
      <ViewsOfList list="stock" search={search} show={(shown) => navigate({ to: "/stock", search: shown })} />
      {(!mayRead || locations?.length === 0) && <QuantityGrid search={search} />}
      {locations && locations.length > 0 && <LocationGrid search={search} locations={locations} />}
    </Stack>
  );
}

interface GridProps {
  search: { q?: string; page?: number };
}

function FindStock({ search }: GridProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <SearchInput
      label={t("products.find")}
      description={t("stock.findHint")}
      value={search.q}
      onFind={(q) => navigate({ to: "/stock", search: withoutEmpty({ q }) })}
      w={{ base: "100%", sm: 280 }}
    />
  );
}

const NO_ITEMS: Item[] = [];

/** A column for each location. */
function LocationGrid({ search, locations }: GridProps & { locations: { id: string; name: string }[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(itemsQuery(api, search));
  const all = useMemo(() => itemColumns(t, locations), [t, locations]);
  const { visibility, choose } = useChosenColumns("stock", all.map(({ id }) => id).filter(isIncoming));
  const columns = useMemo(() => all.filter(({ id }) => visibility[id] !== false), [all, visibility]);
  const mayEdit = useMay()("stock:write");
  const [why, setWhy] = useState("");
  const source: GridSource<Item> = {
    rows: data?.inventory_items ?? NO_ITEMS,
    columns,
    idOf: ({ id }) => id,
    readAgain: async (ids) => new Map((await readItems(api, [...ids])).map((item) => [item.id, item])),
    save: (item, changed) => saveItem(api, item, { changed, why }),
    refresh: () => queryClient.invalidateQueries({ queryKey: ["stock"] }),
  };
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <FindStock search={search} />
        {mayEdit && (
          <TextInput
            label={t("stock.why")}
            description={t("stock.whyHint")}
            value={why}
            maxLength={200}
            onChange={({ currentTarget }) => setWhy(currentTarget.value)}
            w={{ base: "100%", sm: 280 }}
          />
        )}
        <ColumnChoice
          columns={all.slice(1).map(({ id, header }) => ({ id, label: header }))}
          visibility={visibility}
          onChoose={choose}
        />
      </Group>
      <StockGrid
        source={source}
        search={search}
        error={error}
        count={data?.count}
        titleOf={nameOfItem}
        mayEdit={mayEdit}
      />
    </>
  );
}

const NO_VARIANTS: Variant[] = [];

/** The quantity of each variant, in a shop without locations. */
function QuantityGrid({ search }: GridProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(variantsQuery(api, search));
  const columns = useMemo(() => variantColumns(t), [t]);
  const source: GridSource<Variant> = {
    rows: data?.variants ?? NO_VARIANTS,
    columns,
    idOf: ({ id }) => id,
    readAgain: async (ids) => new Map((await readVariants(api, [...ids])).map((each) => [each.id, each])),
    save: (variant, changed) => saveQuantity(api, variant, changed),
    refresh: () => queryClient.invalidateQueries({ queryKey: ["stock"] }),
  };
  return (
    <>
      <FindStock search={search} />
      <StockGrid
        source={source}
        search={search}
        error={error}
        count={data?.count}
        titleOf={nameOfVariant}
        mayEdit={useMay()("products:write")}
      />
    </>
  );
}

interface StockGridProps<Row extends object> extends GridProps {
  source: GridSource<Row>;
  error: unknown;
  count: number | undefined;
  titleOf(row: Row): string;
  mayEdit: boolean;
}

function StockGrid<Row extends object>(props: StockGridProps<Row>) {
  const { source, search, error, count, titleOf, mayEdit } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const edits = useGridEdits();
  const saving = useGridSaving(source, edits);
  useUnsaved(edits.edits.size > 0);
  return (
    <>
      {error !== null && (
        <Alert color="red" role="alert">
          {messageOf(error, t)}
        </Alert>
      )}
      {mayEdit && <GridToolbar source={source} edits={edits} saving={saving} titleOf={titleOf} />}
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {t("grid.hint")}
      </Text>
      <div style={{ position: "relative" }}>
        <LoadingOverlay visible={count === undefined && error === null} />
        <EditableGrid
          label={t("stock.title")}
          source={source}
          edits={edits}
          problems={saving.problems}
          mayEdit={mayEdit && !saving.isSaving}
          titleOf={titleOf}
        />
      </div>
      <ListFooter
        count={count ?? 0}
        pageSize={STOCK_PAGE}
        page={search.page}
        onPage={(page) => navigate({ to: "/stock", search: { ...search, page } })}
      >
        {t("stock.count", { count: count ?? 0 })}
      </ListFooter>
    </>
  );
}

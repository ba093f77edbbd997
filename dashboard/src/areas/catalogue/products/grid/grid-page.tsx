import { Alert, Group, LoadingOverlay, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { useHasLocations } from "../../../../data/stock/stock-locations.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { messageOf } from "../../../../kit/api/error-message.ts";
import { useUnsaved } from "../../../../kit/form/use-unsaved.ts";
import { EditableGrid } from "../../../../kit/grid/editable-grid.tsx";
import type { Value } from "../../../../kit/grid/grid-column.ts";
import { GridToolbar } from "../../../../kit/grid/grid-toolbar.tsx";
import { type Block, NOTHING_SELECTED } from "../../../../kit/grid/use-grid-cursor.ts";
import { useGridEdits } from "../../../../kit/grid/use-grid-edits.ts";
import { type GridSource, useGridSaving } from "../../../../kit/grid/use-grid-saving.ts";
import { ColumnChoice, useChosenColumns } from "../../../../kit/list/column-choice.tsx";
import { ListFooter } from "../../../../kit/list/list-footer.tsx";
import { BackLink } from "../../../../kit/page/back-link.tsx";
import { PageTitle } from "../../../../kit/page/page-title.tsx";
import { GridPercentage } from "../../percentage/grid-percentage.tsx";
import { useLabels } from "../../use-labels.ts";
import { ProductFilters } from "../list/product-filters.tsx";
import type { ProductSearch } from "../product-search.ts";
import { useIsShopKnown, useMarkets } from "../use-markets.ts";
import { useShopFields } from "../use-shop-fields.ts";
import { fieldColumns } from "./field-columns.ts";
import { gridColumns } from "./grid-columns.ts";
import { GRID_PAGE, type GridLine, gridQuery, linesOf, readProducts } from "./grid-rows.ts";
import { saveLine } from "./save-line.ts";

export const gridRoute = createLazyRoute("/shell/products/grid")({ component: GridPage });

const NONE: GridLine[] = [];
const titleOf = ({ product, variant }: GridLine) =>
  variant ? `${product.title} – ${variant.title}` : product.title;
const amountIn = (value: Value) => (typeof value === "number" ? value : null);
const isChild = ({ variant }: GridLine) => variant !== undefined;

function GridPage() {
  const { t } = useTranslation();
  const mayEdit = useMay()("products:write");
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/products/grid" });
  const { visibility, choose } = useChosenColumns(
    "grid",
    useFieldColumns().map(({ id }) => id),
  );
  const { source, columns, data, error, words, isKnown } = useProductGrid(search, visibility);
  const edits = useGridEdits();
  const saving = useGridSaving(source, edits);
  const [block, setBlock] = useState<Block>(NOTHING_SELECTED);
  useUnsaved(edits.edits.size > 0);
  const show = (changed: ProductSearch) => navigate({ to: "/products/grid", search: changed });
  return (
    <Stack gap="sm">
      <BackLink to="/products" search={search}>
        {t("product.back")}
      </BackLink>
      <Group justify="space-between">
        <PageTitle>{t("products.gridTitle")}</PageTitle>
        <ColumnChoice
          columns={columns.slice(1).map(({ id, header }) => ({ id, label: header }))}
          visibility={visibility}
          onChoose={choose}
        />
      </Group>
      <ProductFilters fieldFilters={null} search={search} onShow={show} />
      {error && (
        <Alert color="red" role="alert">
          {messageOf(error, t)}
        </Alert>
      )}
      {mayEdit && (
        <GridToolbar source={source} edits={edits} saving={saving} titleOf={titleOf}>
          <GridPercentage
            source={source}
            edits={edits}
            block={block}
            titleOf={titleOf}
            amountOf={(line, column) =>
              amountIn(edits.edits.get(line.id)?.[column.id]?.value ?? column.read(line))
            }
          />
        </GridToolbar>
      )}
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {t("grid.hint")}
      </Text>
      <div style={{ position: "relative" }}>
        <LoadingOverlay visible={(!data || !isKnown) && !error} />
        <EditableGrid
          label={t("products.gridTitle")}
          source={source}
          edits={edits}
          problems={saving.problems}
          mayEdit={mayEdit && !saving.isSaving}
          isChild={isChild}
          titleOf={titleOf}
          absentHelp={t("grid.ofVariants")}
          suggestions={words}
          onSelect={setBlock}
        />
      </div>
      <ListFooter
        count={data?.count}
        pageSize={GRID_PAGE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("products.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}

/** Hidden until they are chosen. */
function useFieldColumns() {
  const { t } = useTranslation();
  const fields = useShopFields();
  return useMemo(() => {
    const texts = { yes: t("customFields.yes"), no: t("customFields.no"), variant: t("product.variant") };
    return fieldColumns(fields, texts);
  }, [t, fields]);
}

/** The lines of the products in the address, and how they are read again and saved. */
function useProductGrid(search: ProductSearch, visibility: Record<string, boolean>) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const fields = useShopFields();
  const ofShop = useFieldColumns();
  const { data, error } = useQuery(gridQuery(api, search, fields));
  const markets = useMarkets();
  const hasLocations = useHasLocations();
  const { category_id: found, tags } = useLabels();
  const named = JSON.stringify(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are compared by what they say
  const categories = useMemo(() => found, [named]);
  const columns = useMemo(
    () => [...gridColumns({ t, markets, hasLocations, categories }), ...ofShop],
    [t, markets, hasLocations, categories, ofShop],
  );
  const shown = useMemo(() => columns.filter(({ id }) => visibility[id] !== false), [columns, visibility]);
  const isKnown = useIsShopKnown();
  const lines = (isKnown && data?.lines) || NONE;
  const source: GridSource<GridLine> = {
    rows: lines,
    columns: shown,
    idOf: ({ id }) => id,
    async readAgain(ids) {
      const wanted = new Set(ids);
      const products = lines.filter(({ id }) => wanted.has(id)).map(({ product }) => product.id);
      const stored = linesOf(await readProducts(api, [...new Set(products)], fields));
      return new Map(stored.map((line) => [line.id, line]));
    },
    save: (line, changed) => saveLine(api, line, { changed, fields }),
    refresh: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["products"] }),
        queryClient.invalidateQueries({ queryKey: ["product"] }),
      ]),
  };
  const words = [...new Set(tags.map(({ label }) => label))];
  return { source, columns, data, error, words, isKnown };
}

import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { useUnsaved } from "../../../kit/form/use-unsaved.ts";
import { EditableGrid } from "../../../kit/grid/editable-grid.tsx";
import type { Value } from "../../../kit/grid/grid-column.ts";
import { GridToolbar } from "../../../kit/grid/grid-toolbar.tsx";
import { type Block, NOTHING_SELECTED } from "../../../kit/grid/use-grid-cursor.ts";
import type { GridEdits } from "../../../kit/grid/use-grid-edits.ts";
import { type GridSource, useGridSaving } from "../../../kit/grid/use-grid-saving.ts";
import { GridPercentage } from "../percentage/grid-percentage.tsx";
import {
  changedPrices,
  linesOf,
  type PriceLine,
  type PriceScope,
  priceColumns,
  regularId,
} from "./price-cells.ts";
import { type PricedProduct, readProductsOfList } from "./price-list-queries.ts";

interface Props {
  products: readonly PricedProduct[];
  scopes: readonly PriceScope[];
  /** The list, and the quantity from which its prices hold. */
  at: { listId: string; from: number | null };
  edits: GridEdits;
  mayEdit: boolean;
}

const titleOf = ({ product, variant }: PriceLine) =>
  variant ? `${product.title} – ${variant.title}` : product.title;
const isChild = ({ variant }: PriceLine) => variant !== undefined;

/** The prices of the list as a grid: variants by currencies and regions, beside the regular prices. */
export function PricesGrid(props: Props) {
  const { edits, mayEdit } = props;
  const { t } = useTranslation();
  const source = usePriceSource(props);
  const saving = useGridSaving(source, edits);
  const [block, setBlock] = useState<Block>(NOTHING_SELECTED);
  useUnsaved(edits.edits.size > 0);
  return (
    <Stack gap="sm">
      {mayEdit && (
        <GridToolbar source={source} edits={edits} saving={saving} titleOf={titleOf}>
          <GridPercentage
            source={source}
            edits={edits}
            block={block}
            titleOf={titleOf}
            amountOf={(line, { id }) => {
              const regular = source.columns.find((column) => column.id === regularId(id))?.read(line);
              return typeof regular === "number" ? regular : null;
            }}
          />
        </GridToolbar>
      )}
      <EditableGrid
        label={t("priceLists.prices")}
        source={source}
        edits={edits}
        problems={saving.problems}
        mayEdit={mayEdit && !saving.isSaving}
        isChild={isChild}
        titleOf={titleOf}
        absentHelp={t("grid.ofVariants")}
        onSelect={setBlock}
      />
    </Stack>
  );
}

function usePriceSource({ products, scopes, at }: Props): GridSource<PriceLine> {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const { listId, from } = at;
  const rows = useMemo(() => linesOf(products), [products]);
  const named = JSON.stringify(scopes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scopes are compared by what they say
  const columns = useMemo(() => priceColumns({ t, scopes, listId, from }), [t, named, listId, from]);
  return {
    rows,
    columns,
    idOf: ({ id }) => id,
    async readAgain(ids) {
      const wanted = new Set(ids);
      const parents = rows.filter(({ id }) => wanted.has(id)).map(({ product }) => product.id);
      const stored = linesOf(await readProductsOfList(api, listId, [...new Set(parents)]));
      return new Map(stored.map((line) => [line.id, line]));
    },
    save: ({ variant }, changed) => saveVariant(api, { variant: variant!, scopes, changed, listId, from }),
    refresh: () =>
      Promise.all(
        ["price-list", "price-lists", "products"].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  };
}

interface Saved {
  variant: NonNullable<PriceLine["variant"]>;
  scopes: readonly PriceScope[];
  changed: Readonly<Record<string, Value>>;
  listId: string;
  from: number | null;
}

async function saveVariant(api: Api, given: Saved): Promise<void> {
  const { saved, removed } = changedPrices(given);
  const path = { id: given.listId };
  if (saved.length > 0) {
    const query = { fields: "id", expand: "" };
    await api.POST("/admin/price-lists/{id}", { params: { path, query }, body: { prices: saved } });
  }
  if (removed.length > 0)
    await api.DELETE("/admin/price-lists/{id}/prices/batch", {
      params: { path },
      body: { price_ids: removed },
    });
}

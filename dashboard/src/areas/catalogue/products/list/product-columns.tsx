import { createColumnHelper } from "@tanstack/react-table";
import type { Schemas } from "@tradewind/client";
import type { TFunction } from "i18next";
import type { Format } from "../../../../kit/format/format.ts";
import type { Features } from "../../../../kit/list/features.ts";
import { RowLink } from "../../../../kit/list/row-link.tsx";
import { SelectBox } from "../../../../kit/list/select-box.tsx";
import { ProductStatusBadge } from "../product-status.tsx";
import { Thumbnail } from "../thumbnail.tsx";

export type ListedProduct = Schemas["AdminProduct"];

const helper = createColumnHelper<Features, ListedProduct>();

/** Columns that can be hidden, in their order. */
export const CHOSEN_COLUMNS = ["status", "collection", "type", "channels", "stock", "changed"] as const;

function stockOf({ variants }: ListedProduct, t: TFunction): string {
  const managed = (variants ?? []).filter(({ manage_inventory }) => manage_inventory);
  if (managed.length === 0) return t("products.notCounted");
  const pieces = managed.reduce((sum, { inventory_quantity }) => sum + (inventory_quantity ?? 0), 0);
  return t("products.stockOf", { pieces, count: variants.length });
}

const selectColumn = (t: TFunction) =>
  helper.display({
    id: "select",
    header: ({ table }) => (
      <SelectBox
        label={t("products.selectAll")}
        checked={table.getIsAllRowsSelected()}
        indeterminate={table.getIsSomeRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    cell: ({ row }) => (
      <SelectBox
        label={t("products.select", { title: row.original.title })}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    ),
  });

export const productColumns = (t: TFunction, format: Format) =>
  helper.columns([
    selectColumn(t),
    helper.display({
      id: "title",
      header: t("products.title"),
      cell: ({ row: { original: product } }) => (
        <RowLink
          to="/products/$id"
          params={{ id: product.id }}
          picture={<Thumbnail url={product.thumbnail} />}
        >
          {product.title}
        </RowLink>
      ),
    }),
    helper.accessor("status", {
      id: "status",
      header: t("products.status"),
      cell: ({ getValue }) => <ProductStatusBadge status={getValue()} />,
    }),
    helper.accessor(({ collection }) => collection?.title ?? "–", {
      id: "collection",
      header: t("products.filters.collection_id"),
    }),
    helper.accessor(({ type }) => type?.value ?? "–", { id: "type", header: t("products.filters.type_id") }),
    helper.accessor(({ sales_channels }) => (sales_channels ?? []).map(({ name }) => name).join(", "), {
      id: "channels",
      header: t("products.filters.sales_channel_id"),
    }),
    helper.accessor((product) => stockOf(product, t), {
      id: "stock",
      header: t("products.stock"),
    }),
    helper.accessor("updated_at", {
      id: "changed",
      header: t("products.changed"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
  ]);

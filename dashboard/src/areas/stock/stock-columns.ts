import type { TFunction } from "i18next";
import type { GridColumn } from "../../kit/grid/grid-column.ts";
import type { Item, Variant } from "./stock-queries.ts";

const STOCKED = "stocked:";
const INCOMING = "incoming:";

/** Which quantity a column changes, and where. */
export function quantityOf(
  id: string,
): { field: "stocked_quantity" | "incoming_quantity"; location: string } | null {
  if (id.startsWith(STOCKED)) return { field: "stocked_quantity", location: id.slice(STOCKED.length) };
  if (id.startsWith(INCOMING)) return { field: "incoming_quantity", location: id.slice(INCOMING.length) };
  return null;
}

export const isIncoming = (id: string) => id.startsWith(INCOMING);

/** The product and the variant that the item is for. */
export function nameOfItem({ variants, title, sku, id }: Item): string {
  const [variant] = variants ?? [];
  if (!variant) return title ?? sku ?? id;
  return [variant.product?.title, variant.title].filter(Boolean).join(" – ");
}

export const nameOfVariant = ({
  product,
  title,
}: {
  product?: { title?: string | null } | null;
  title?: string | null;
}) => [product?.title, title].filter(Boolean).join(" – ");

export const levelAt = ({ location_levels }: Item, location: string) =>
  (location_levels ?? []).find(({ location_id }) => location_id === location);

const sumOf = ({ location_levels }: Item, field: "reserved_quantity" | "available_quantity") =>
  (location_levels ?? []).reduce((sum, level) => sum + (level[field] ?? 0), 0);

interface Location {
  id: string;
  name: string;
}

/** An empty cell: the item is not kept at that location. Before it is incoming somewhere it has to be kept there. */
export function itemColumns(t: TFunction, locations: readonly Location[]): GridColumn<Item>[] {
  const number = { width: 180, kind: "whole", isPositive: true } as const;
  return [
    { id: "name", header: t("stock.item"), width: 300, kind: "text", isFixed: true, read: nameOfItem },
    {
      id: "sku",
      header: t("product.fields.sku"),
      width: 140,
      kind: "text",
      isFixed: true,
      read: ({ sku }) => sku ?? "",
    },
    ...locations.map(
      ({ id, name }): GridColumn<Item> => ({
        ...number,
        id: `${STOCKED}${id}`,
        header: name,
        read: (item) => levelAt(item, id)?.stocked_quantity ?? null,
      }),
    ),
    {
      ...number,
      id: "reserved",
      header: t("stock.reserved"),
      width: 110,
      isFixed: true,
      read: (item) => sumOf(item, "reserved_quantity"),
    },
    {
      ...number,
      id: "available",
      header: t("stock.available"),
      width: 110,
      isFixed: true,
      read: (item) => sumOf(item, "available_quantity"),
    },
    ...locations.map(
      ({ id, name }): GridColumn<Item> => ({
        ...number,
        id: `${INCOMING}${id}`,
        header: t("stock.incomingAt", { name }),
        isRequired: true,
        read: (item) => levelAt(item, id)?.incoming_quantity,
      }),
    ),
  ];
}

/** In a shop without locations a variant has one quantity. */
export const variantColumns = (t: TFunction): GridColumn<Variant>[] => [
  { id: "name", header: t("stock.item"), width: 320, kind: "text", isFixed: true, read: nameOfVariant },
  {
    id: "sku",
    header: t("product.fields.sku"),
    width: 160,
    kind: "text",
    isFixed: true,
    read: ({ sku }) => sku ?? "",
  },
  {
    id: "quantity",
    header: t("product.fields.inventory_quantity"),
    width: 160,
    kind: "whole",
    isRequired: true,
    read: ({ inventory_quantity }) => inventory_quantity,
  },
];

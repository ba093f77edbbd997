import type { TFunction } from "i18next";
import type { Choice, GridColumn } from "../../../../kit/grid/grid-column.ts";
import { isPlainPrice, marketOf } from "../product-draft.ts";
import { PRODUCT_STATUSES } from "../product-search.ts";
import type { Market } from "../use-markets.ts";
import type { GridLine } from "./grid-rows.ts";

const PRICE = "price:";
export const isPriceColumn = (id: string) => id.startsWith(PRICE);
export const marketOfColumn = (id: string) => id.slice(PRICE.length);

interface Options {
  t: TFunction;
  markets: readonly Market[];
  hasLocations: boolean;
  categories: readonly Choice[];
}

const priceOf = ({ variant }: GridLine, market: string) =>
  variant &&
  (variant.prices?.find((price) => isPlainPrice(price) && marketOf(price) === market)?.amount ?? null);

/** The columns that can be hidden, and before them the title. */
export function gridColumns({ t, markets, hasLocations, categories }: Options): GridColumn<GridLine>[] {
  const prices = markets.map(
    ({ id, name, currency }): GridColumn<GridLine> => ({
      id: `${PRICE}${id}`,
      header: t("product.priceIn", { market: name }),
      width: 190,
      kind: "money",
      currency,
      isPositive: true,
      read: (line) => priceOf(line, id),
    }),
  );
  return [
    {
      id: "title",
      header: t("products.title"),
      width: 260,
      kind: "text",
      isRequired: true,
      read: ({ product, variant }) => (variant ?? product).title,
    },
    {
      id: "status",
      header: t("products.status"),
      width: 130,
      kind: "choice",
      isRequired: true,
      choices: PRODUCT_STATUSES.map((value) => ({ value, label: t(`product.choices.status.${value}`) })),
      read: ({ product, variant }) => (variant ? undefined : product.status),
    },
    {
      id: "sku",
      header: t("product.fields.sku"),
      width: 150,
      kind: "text",
      read: ({ variant }) => variant && (variant.sku ?? ""),
    },
    {
      id: "stock",
      header: t("products.stock"),
      width: 100,
      kind: "whole",
      isRequired: true,
      isFixed: hasLocations,
      read: ({ variant }) => (variant?.manage_inventory ? variant.inventory_quantity : undefined),
    },
    ...prices,
    {
      id: "tags",
      header: t("product.fields.tags"),
      width: 220,
      kind: "list",
      read: ({ product, variant }) =>
        variant ? undefined : (product.tags ?? []).map(({ value }) => value).sort(),
    },
    {
      id: "categories",
      header: t("product.fields.categories"),
      width: 260,
      kind: "list",
      choices: categories,
      read: ({ product, variant }) =>
        variant ? undefined : (product.categories ?? []).map(({ id }) => id).sort(),
    },
  ];
}

import type { RowFor } from "../../../../graph/graph.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { product, productRelations } from "../../../catalogue/products/index.ts";

/** What is said to be read. */
export const relations = [...productRelations, "variants.prices.region"] as const;

type ReadRelation = Exclude<(typeof relations)[number], "options.values">;

/** Values of options are read with the variants. */
export const whole = viewOf({
  entity: product,
  relations: relations.filter((path): path is ReadRelation => path !== "options.values"),
});

/** As much of a product as decides on the columns. */
export const outline = viewOf({
  entity: product,
  fields: [
    "id",
    "images.id",
    "options.id",
    "sales_channels.id",
    "categories.id",
    "variants.prices.currency_code",
    "variants.prices.price_list_id",
    "variants.prices.region_id",
    "variants.prices.region.id",
    "variants.prices.region.name",
    "variants.prices.region.currency_code",
  ],
});

export type ProductRow = RowFor<typeof whole>;
export type ProductOutline = RowFor<typeof outline>;

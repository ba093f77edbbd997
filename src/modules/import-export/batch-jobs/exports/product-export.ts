import { viewOf } from "../../../../graph/selection.ts";
import {
  filtersOfProducts,
  product,
  productList,
  productRelations,
} from "../../../catalogue/products/index.ts";
import { exportType } from "./export-type.ts";
import { productColumns, productLines } from "./product-columns.ts";
import { noShape, type ProductShape, withProduct } from "./product-shape.ts";

const relations = [...productRelations, "variants.prices.region"];

/** Values of options are read with the variants. */
const whole = viewOf({ entity: product, relations: relations.filter((path) => path !== "options.values") });

/** As much of a product as decides on the columns. */
const outline = viewOf({
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

/** A line for each variant. */
export const productExport = exportType({
  noun: "product",
  entity: product,
  list: productList,
  filtersOf: filtersOfProducts,
  relations,
  read: ({ graph }, request) => graph.rows(whole, request),
  lines: productLines,
  columns: (_, context) => productColumns(context["shape"] as ProductShape),
  look: {
    read: ({ graph }, request) => graph.rows(outline, request),
    begin: () => ({ shape: noShape() }),
    seen: ({ shape }, row) => ({ shape: withProduct(shape as ProductShape, row) }),
  },
});

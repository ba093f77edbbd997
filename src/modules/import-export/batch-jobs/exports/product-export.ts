import { product, productFilters, productList } from "../../../catalogue/products/index.ts";
import { exportType } from "./export-type.ts";
import { productColumns, productLines } from "./product-columns.ts";
import { outline, relations, whole } from "./product-rows.ts";
import { emptyShape, type ProductShape, withProduct } from "./product-shape.ts";

/** The context holds what `look` has found. */
const shapeIn = ({ shape }: Record<string, unknown>) => shape as ProductShape;

/** One line for each variant. */
export const productExport = exportType({
  noun: "product",
  entity: product,
  list: productList,
  filtersOf: productFilters,
  relations,
  read: ({ graph }, request) => graph.rows(whole, request),
  lines: productLines,
  columns: (_, context) => productColumns(shapeIn(context)),
  scan: {
    read: ({ graph }, request) => graph.rows(outline, request),
    initial: () => ({ shape: emptyShape() }),
    withRow: (known, row) => ({ shape: withProduct(shapeIn(known), row) }),
  },
});

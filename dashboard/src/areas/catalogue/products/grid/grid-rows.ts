import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../../kit/api/api.ts";
import type { Product, ShopFields, StoredVariant } from "../product-draft.ts";
import { filtersOf } from "../product-queries.ts";
import type { ProductSearch } from "../product-search.ts";

/** A line of the grid: a product, and below it each of its variants. */
export interface GridLine {
  id: string;
  product: Product;
  /** Undefined in the line of the product itself. */
  variant?: StoredVariant;
}

export const GRID_PAGE = 200;

const shown = ({ product }: ShopFields) => ({
  fields: [
    "id,title,status,updated_at",
    ...product.map(({ name, column }) => (column ? name : `custom_fields.${name}`)),
  ].join(),
  expand: "variants,variants.prices,tags,categories",
});

export const linesOf = (products: readonly Product[]): GridLine[] =>
  products.flatMap((product) => [
    { id: product.id, product },
    ...(product.variants ?? []).map((variant) => ({ id: variant.id, product, variant })),
  ]);

export const gridQuery = (api: Api, search: ProductSearch, fields: ShopFields) =>
  queryOptions({
    queryKey: ["products", "grid", search, shown(fields).fields],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...filtersOf(search),
        ...shown(fields),
        limit: GRID_PAGE,
        offset: ((search.page ?? 1) - 1) * GRID_PAGE,
        order: search.order ?? "-created_at",
      };
      const { products, count } = (await api.GET("/admin/products", { params: { query } })).data!;
      return { lines: linesOf(products), count };
    },
  });

/** An address has room for about this many ids. */
const IDS_AT_ONCE = 100;

/** The products as they are stored now. */
export async function readProducts(api: Api, ids: readonly string[], fields: ShopFields): Promise<Product[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, part) =>
    ids.slice(part * IDS_AT_ONCE, (part + 1) * IDS_AT_ONCE),
  );
  const answers = await Promise.all(
    parts.map((id) =>
      api.GET("/admin/products", { params: { query: { ...shown(fields), id, limit: IDS_AT_ONCE } } }),
    ),
  );
  return answers.flatMap(({ data }) => data!.products);
}

import type { Api } from "../../../../kit/api/api.ts";
import type { Value } from "../../../../kit/grid/grid-column.ts";
import { type StoredVariant, variantDraftOf } from "../product-draft.ts";
import { updateVariant } from "../save-product.ts";
import { isPriceColumn, marketOfColumn } from "./grid-columns.ts";
import type { GridLine } from "./grid-rows.ts";

type Changed = Readonly<Record<string, Value>>;

/** Sends the changed cells of a line: one request for a product or a variant. */
export function saveLine(api: Api, { product, variant }: GridLine, changed: Changed): Promise<unknown> {
  return variant
    ? saveVariantLine(api, { productId: product.id, variant }, changed)
    : saveProductLine(api, product.id, changed);
}

function saveProductLine(api: Api, id: string, { title, status, tags, categories }: Changed) {
  const body = {
    ...(title !== undefined && { title }),
    ...(status !== undefined && { status }),
    ...(Array.isArray(tags) && { tags: tags.map((value: string) => ({ value })) }),
    ...(Array.isArray(categories) && { categories: categories.map((each: string) => ({ id: each })) }),
  };
  const params = { path: { id }, query: { fields: "id", expand: "" } };
  return api.POST("/admin/products/{id}", { params, body: body as Record<string, unknown> });
}

async function saveVariantLine(
  api: Api,
  { productId, variant }: { productId: string; variant: StoredVariant },
  changed: Changed,
): Promise<void> {
  const { title, sku, stock } = changed;
  const body = {
    ...(title !== undefined && { title }),
    ...(sku !== undefined && { sku: sku === "" ? null : sku }),
    ...(stock !== undefined && { inventory_quantity: stock }),
  };
  const from = variantDraftOf(variant).prices;
  const to = { ...from };
  for (const [column, amount] of Object.entries(changed).filter(([id]) => isPriceColumn(id))) {
    if (typeof amount === "number") to[marketOfColumn(column)] = amount;
    else delete to[marketOfColumn(column)];
  }
  await updateVariant(api, { productId, stored: variant, body, from, to });
}

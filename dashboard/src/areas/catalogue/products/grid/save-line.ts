import type { Api } from "../../../../kit/api/api.ts";
import type { Value } from "../../../../kit/grid/grid-column.ts";
import { type ShopFields, type StoredVariant, variantDraftOf } from "../product-draft.ts";
import { updateVariant } from "../save-product.ts";
import { changedFieldCells } from "./field-columns.ts";
import { isPriceColumn, marketOfColumn } from "./grid-columns.ts";
import type { GridLine } from "./grid-rows.ts";

type Changed = Readonly<Record<string, Value>>;

/** Sends the changed cells of a line: one request for a product or a variant. */
export function saveLine(
  api: Api,
  { product, variant }: GridLine,
  { changed, fields }: { changed: Changed; fields: ShopFields },
): Promise<unknown> {
  const ofShop = changedFieldCells(changed, fields);
  return variant
    ? saveVariantLine(api, { productId: product.id, variant, ofShop }, changed)
    : saveProductLine(api, { id: product.id, ofShop }, changed);
}

function saveProductLine(
  api: Api,
  { id, ofShop }: { id: string; ofShop: object },
  { title, status, tags, categories }: Changed,
) {
  const body = {
    ...ofShop,
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
  { productId, variant, ofShop }: { productId: string; variant: StoredVariant; ofShop: object },
  changed: Changed,
): Promise<void> {
  const { title, sku, stock } = changed;
  const body = {
    ...ofShop,
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

import type { TestShop } from "../fixtures/shop.ts";

let made = 0;

export interface Category {
  id: string;
  name: string;
  handle: string;
  rank: number;
  parent_category_id: string | null;
  category_children: Category[];
}

/** A category that the storefront shows by default. */
export async function aCategory(shop: TestShop, input: Record<string, unknown> = {}): Promise<Category> {
  const { status, body } = await shop.admin.post("/admin/product-categories", {
    name: `Category ${++made}`,
    is_active: true,
    ...input,
  });
  if (status !== 200) throw new Error(body.message);
  return body.product_category;
}

export const aChild = (shop: TestShop, parent: { id: string }, input: Record<string, unknown> = {}) =>
  aCategory(shop, { parent_category_id: parent.id, ...input });

/** Ids of a parent's children (of the roots, for null) in their order; fails where ranks have a gap. */
export async function orderBelow(shop: TestShop, parentId: string | null): Promise<string[]> {
  const rows = await shop.db.run<{ id: string; rank: number }>({
    text: `select id, rank from product_category
      where parent_category_id is not distinct from $1::varchar order by rank, id`,
    values: [parentId],
  });
  const ranks = rows.map(({ rank }) => rank);
  const wanted = rows.map((_, index) => index);
  if (ranks.join() !== wanted.join()) throw new Error(`ranks below ${parentId} are ${ranks}`);
  return rows.map(({ id }) => id);
}

/** The materialised path of a category. */
export async function pathTo(shop: TestShop, id: string): Promise<string | null> {
  const [row] = await shop.db.run<{ mpath: string | null }>({
    text: "select mpath from product_category where id = $1",
    values: [id],
  });
  return row?.mpath ?? null;
}

export async function productsIn(shop: TestShop, categoryId: string): Promise<string[]> {
  const rows = await shop.db.run<{ product_id: string }>({
    text: "select product_id from product_category_product where product_category_id = $1 order by 1",
    values: [categoryId],
  });
  return rows.map((row) => row.product_id);
}

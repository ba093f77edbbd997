import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";

const ALL = 1_000;

/** A category with those below it, in the order of their ranks. */
export interface Category {
  id: string;
  name: string;
  handle: string;
  description: string;
  parent_category_id: string | null;
  rank: number;
  is_active: boolean;
  is_internal: boolean;
  updated_at: string;
  category_children: Category[];
}

const byRank = (all: readonly Category[]): Category[] =>
  all
    .map((category) => ({ ...category, category_children: byRank(category.category_children ?? []) }))
    .sort((one, other) => one.rank - other.rank);

export const categoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["categories", "tree"],
    async queryFn() {
      const query = { limit: ALL, parent_category_id: "null", include_descendants_tree: true };
      const { data } = await api.GET("/admin/product-categories", { params: { query } });
      return byRank(data!.product_categories as unknown as Category[]);
    },
  });

/** Every category with the names of those above it: "Clothing / Hats". */
export const categoryPaths = (tree: readonly Category[], above = ""): { id: string; path: string }[] =>
  tree.flatMap(({ id, name, category_children }) => {
    const path = `${above}${name}`;
    return [{ id, path }, ...categoryPaths(category_children, `${path} / `)];
  });

import { useQuery } from "@tanstack/react-query";
import { collectionsQuery, tagsQuery, typesQuery } from "../../data/catalogue/label-queries.ts";
import { useMay } from "../../data/session/permissions.ts";
import { channelsQuery } from "../../data/shop/shop-queries.ts";
import { useApi } from "../../kit/api/api.ts";
import { categoriesQuery, categoryPaths } from "./categories/category-queries.ts";
import type { LabelFilter } from "./products/product-search.ts";

interface Choice {
  value: string;
  label: string;
}

/** What can be chosen in each filter. The channels belong to the settings, which not everybody may read. */
export function useLabels(isNeeded = true): Record<LabelFilter, Choice[]> {
  const api = useApi();
  const may = useMay();
  const enabled = isNeeded;
  const collections = useQuery({ ...collectionsQuery(api), enabled }).data ?? [];
  const categories = useQuery({ ...categoriesQuery(api), enabled }).data ?? [];
  const types = useQuery({ ...typesQuery(api), enabled }).data ?? [];
  const tags = useQuery({ ...tagsQuery(api), enabled }).data ?? [];
  const channels = useQuery({ ...channelsQuery(api), enabled: enabled && may("settings:read") }).data ?? [];
  return {
    collection_id: collections.map(({ id, title }) => ({ value: id, label: title })),
    category_id: categoryPaths(categories).map(({ id, path }) => ({ value: id, label: path })),
    type_id: types.map(({ id, value }) => ({ value: id, label: value })),
    tags: tags.map(({ id, value }) => ({ value: id, label: value })),
    sales_channel_id: channels.map(({ id, name }) => ({ value: id, label: name })),
  };
}

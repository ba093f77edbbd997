import { createRoute } from "@tanstack/react-router";
import { collectionsQuery, tagsQuery, typesQuery } from "../../data/catalogue/label-queries.ts";
import { isAllowed, shellRoute } from "../../data/session/shell-route.ts";
import { channelsQuery, regionsQuery, storeQuery } from "../../data/shop/shop-queries.ts";
import { orderParam, pageParam, textParam, withoutEmpty } from "../../kit/list/search-params.ts";
import { categoriesQuery } from "./categories/category-queries.ts";
import { COLLECTION_SORTS, type CollectionSearch } from "./collections/collection-search.ts";
import { mediaSearch } from "./media/media-queries.ts";
import { productQuery } from "./products/product-queries.ts";
import { productSearch } from "./products/product-search.ts";

const products = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products",
  validateSearch: productSearch,
}).lazy(() => import("./products/list/products-page.tsx").then(({ productsRoute }) => productsRoute));

const grid = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products/grid",
  validateSearch: productSearch,
}).lazy(() => import("./products/grid/grid-page.tsx").then(({ gridRoute }) => gridRoute));

const collections = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products/collections",
  validateSearch: ({ q, order, page }: Record<string, unknown>): CollectionSearch =>
    withoutEmpty({
      q: textParam(q),
      order: orderParam(order, Object.values(COLLECTION_SORTS)),
      page: pageParam(page),
    }),
}).lazy(() => import("./collections/collections-page.tsx").then(({ collectionsRoute }) => collectionsRoute));

const categories = createRoute({ getParentRoute: () => shellRoute, path: "/products/categories" }).lazy(() =>
  import("./categories/categories-page.tsx").then(({ categoriesRoute }) => categoriesRoute),
);

const labels = createRoute({ getParentRoute: () => shellRoute, path: "/products/labels" }).lazy(() =>
  import("./labels/labels-page.tsx").then(({ labelsRoute }) => labelsRoute),
);

const media = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products/media",
  validateSearch: mediaSearch,
}).lazy(() => import("./media/media-page.tsx").then(({ mediaRoute }) => mediaRoute));

const newProduct = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products/new",
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === "string" ? { from } : {},
}).lazy(() =>
  import("./products/product/new-product-page.tsx").then(({ newProductRoute }) => newProductRoute),
);

const product = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products/$id",
  loader({ context, params: { id } }) {
    const { api, queryClient } = context;
    if (!isAllowed(context, "products:read")) return;
    void queryClient.prefetchQuery(productQuery(api, id));
    void queryClient.prefetchQuery(collectionsQuery(api));
    void queryClient.prefetchQuery(categoriesQuery(api));
    void queryClient.prefetchQuery(typesQuery(api));
    void queryClient.prefetchQuery(tagsQuery(api));
    if (!isAllowed(context, "settings:read")) return;
    void queryClient.prefetchQuery(storeQuery(api));
    void queryClient.prefetchQuery(regionsQuery(api));
    void queryClient.prefetchQuery(channelsQuery(api));
  },
}).lazy(() => import("./products/product/product-page.tsx").then(({ productRoute }) => productRoute));

export const productRoutes = [
  products,
  grid,
  collections,
  categories,
  labels,
  media,
  newProduct,
  product,
] as const;

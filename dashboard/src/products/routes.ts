import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { productSearch } from "./product-search.ts";

const products = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products",
  validateSearch: productSearch,
}).lazy(() => import("./products-page.tsx").then(({ productsRoute }) => productsRoute));

const grid = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products/grid",
  validateSearch: productSearch,
}).lazy(() => import("./grid-page.tsx").then(({ gridRoute }) => gridRoute));

const newProduct = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products/new",
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === "string" ? { from } : {},
}).lazy(() => import("./new-product-page.tsx").then(({ newProductRoute }) => newProductRoute));

const product = createRoute({ getParentRoute: () => shellRoute, path: "/products/$id" }).lazy(() =>
  import("./product-page.tsx").then(({ productRoute }) => productRoute),
);

export const productRoutes = [products, grid, newProduct, product] as const;

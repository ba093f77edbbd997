import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { productSearch } from "./product-search.ts";

const products = createRoute({
  getParentRoute: () => shellRoute,
  path: "/products",
  validateSearch: productSearch,
}).lazy(() => import("./products-page.tsx").then(({ productsRoute }) => productsRoute));

export const productRoutes = [products] as const;

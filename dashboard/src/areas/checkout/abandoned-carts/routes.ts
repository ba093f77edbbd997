import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../../data/session/shell-route.ts";
import { cartsSearch } from "./abandoned-cart-queries.ts";

const carts = createRoute({
  getParentRoute: () => shellRoute,
  path: "/abandoned-carts",
  validateSearch: cartsSearch,
}).lazy(() => import("./abandoned-carts-page.tsx").then(({ abandonedCartsRoute }) => abandonedCartsRoute));

const cart = createRoute({ getParentRoute: () => shellRoute, path: "/abandoned-carts/$id" }).lazy(() =>
  import("./abandoned-cart-page.tsx").then(({ abandonedCartRoute }) => abandonedCartRoute),
);

export const abandonedCartRoutes = [carts, cart] as const;

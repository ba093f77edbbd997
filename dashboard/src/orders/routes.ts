import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { orderSearch } from "./order-search.ts";

const orders = createRoute({
  getParentRoute: () => shellRoute,
  path: "/orders",
  validateSearch: orderSearch,
}).lazy(() => import("./orders-page.tsx").then(({ ordersRoute }) => ordersRoute));

const order = createRoute({ getParentRoute: () => shellRoute, path: "/orders/$id" }).lazy(() =>
  import("./order-page.tsx").then(({ orderRoute }) => orderRoute),
);

export const orderRoutes = [orders, order] as const;

import { createRoute } from "@tanstack/react-router";
import { orderQuery, ordersQuery } from "../../data/orders/order-queries.ts";
import { orderSearch } from "../../data/orders/order-search.ts";
import { isAllowed, shellRoute } from "../../data/session/shell-route.ts";

const orders = createRoute({
  getParentRoute: () => shellRoute,
  path: "/orders",
  validateSearch: orderSearch,
  loaderDeps: ({ search }) => search,
  loader({ context, deps: search }) {
    const { api, queryClient } = context;
    if (isAllowed(context, "orders:read")) void queryClient.prefetchQuery(ordersQuery(api, search));
  },
}).lazy(() => import("./list/orders-page.tsx").then(({ ordersRoute }) => ordersRoute));

const order = createRoute({
  getParentRoute: () => shellRoute,
  path: "/orders/$id",
  loader({ context, params: { id } }) {
    const { api, queryClient } = context;
    if (isAllowed(context, "orders:read")) void queryClient.prefetchQuery(orderQuery(api, id));
  },
}).lazy(() => import("./order/order-page.tsx").then(({ orderRoute }) => orderRoute));

const edit = createRoute({ getParentRoute: () => shellRoute, path: "/orders/$id/edit" }).lazy(() =>
  import("../after-sale/order-edits/order-edit-page.tsx").then(({ orderEditRoute }) => orderEditRoute),
);

const packingSlip = createRoute({ getParentRoute: () => shellRoute, path: "/orders/$id/packing-slip" }).lazy(
  () => import("./print/packing-slip-page.tsx").then(({ packingSlipRoute }) => packingSlipRoute),
);

const label = createRoute({ getParentRoute: () => shellRoute, path: "/orders/$id/label" }).lazy(() =>
  import("./print/label-page.tsx").then(({ labelRoute }) => labelRoute),
);

export const orderRoutes = [orders, order, edit, packingSlip, label] as const;

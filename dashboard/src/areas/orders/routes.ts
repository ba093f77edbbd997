import { createRoute } from "@tanstack/react-router";
import { orderQuery } from "../../data/orders/order-queries.ts";
import { isAllowed, shellRoute } from "../../data/session/shell-route.ts";
import { isExtended } from "../../kit/plugins/plugin-parts.ts";
import { orderSearch } from "./list/order-search.ts";
import { ordersQuery } from "./list/orders-query.ts";
import { slipSearch } from "./print/slip-search.ts";

const orders = createRoute({
  getParentRoute: () => shellRoute,
  path: "/orders",
  validateSearch: orderSearch,
  loaderDeps: ({ search }) => search,
  loader({ context, deps: search }) {
    const { api, queryClient } = context;
    if (isAllowed(context, "orders:read") && !isExtended("orders"))
      void queryClient.prefetchQuery(ordersQuery(api, search));
  },
}).lazy(() => import("./list/orders-page.tsx").then(({ ordersRoute }) => ordersRoute));

/** Its page also shows parts of after-sale, so the app puts it together. */
export const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/orders/$id",
  loader({ context, params: { id } }) {
    const { api, queryClient } = context;
    if (isAllowed(context, "orders:read")) void queryClient.prefetchQuery(orderQuery(api, id));
  },
});

const packingSlip = createRoute({ getParentRoute: () => shellRoute, path: "/orders/$id/packing-slip" }).lazy(
  () => import("./print/packing-slip-page.tsx").then(({ packingSlipRoute }) => packingSlipRoute),
);

const slips = createRoute({
  getParentRoute: () => shellRoute,
  path: "/orders/slips",
  validateSearch: slipSearch,
}).lazy(() => import("./print/slips-page.tsx").then(({ slipsRoute }) => slipsRoute));

const label = createRoute({ getParentRoute: () => shellRoute, path: "/orders/$id/label" }).lazy(() =>
  import("./print/label-page.tsx").then(({ labelRoute }) => labelRoute),
);

export const orderRoutes = [orders, packingSlip, slips, label] as const;

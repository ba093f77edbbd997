import { orderRoute } from "../../areas/orders/routes.ts";

/** Pages that show parts of several areas. */
export const composedRoutes = [
  orderRoute.lazy(() => import("./order-page.tsx").then(({ orderPage }) => orderPage)),
] as const;

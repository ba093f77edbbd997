import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../../data/session/shell-route.ts";
import { textParam, withoutEmpty } from "../../../kit/list/search-params.ts";
import { discountSearch } from "./list/discount-search.ts";

const discounts = createRoute({
  getParentRoute: () => shellRoute,
  path: "/discounts",
  validateSearch: discountSearch,
}).lazy(() => import("./list/discounts-page.tsx").then(({ discountsRoute }) => discountsRoute));

const newDiscount = createRoute({
  getParentRoute: () => shellRoute,
  path: "/discounts/new",
  // `like` is the discount that is copied.
  validateSearch: (given: Record<string, unknown>): { like?: string } =>
    withoutEmpty({ like: textParam(given["like"]) }),
}).lazy(() => import("./new-discount-page.tsx").then(({ newDiscountRoute }) => newDiscountRoute));

const discount = createRoute({ getParentRoute: () => shellRoute, path: "/discounts/$id" }).lazy(() =>
  import("./discount-page.tsx").then(({ discountRoute }) => discountRoute),
);

export const discountRoutes = [discounts, newDiscount, discount] as const;

import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../../data/session/shell-route.ts";
import { priceListSearch } from "./price-list-search.ts";

const priceLists = createRoute({
  getParentRoute: () => shellRoute,
  path: "/price-lists",
  validateSearch: priceListSearch,
}).lazy(() => import("./price-lists-page.tsx").then(({ priceListsRoute }) => priceListsRoute));

const newPriceList = createRoute({ getParentRoute: () => shellRoute, path: "/price-lists/new" }).lazy(() =>
  import("./new-price-list-page.tsx").then(({ newPriceListRoute }) => newPriceListRoute),
);

const priceList = createRoute({ getParentRoute: () => shellRoute, path: "/price-lists/$id" }).lazy(() =>
  import("./price-list-page.tsx").then(({ priceListRoute }) => priceListRoute),
);

export const priceListRoutes = [priceLists, newPriceList, priceList] as const;

import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { regionSearch } from "./regions/region-search.ts";

const settings = createRoute({ getParentRoute: () => shellRoute, path: "/settings" }).lazy(() =>
  import("./settings-layout.tsx").then(({ settingsRoute }) => settingsRoute),
);
const getParentRoute = () => settings;

const list = createRoute({ getParentRoute, path: "/" }).lazy(() =>
  import("./settings-page.tsx").then(({ settingsListRoute }) => settingsListRoute),
);
const store = createRoute({ getParentRoute, path: "/store" }).lazy(() =>
  import("./shop/store-page.tsx").then(({ storeRoute }) => storeRoute),
);
const currencies = createRoute({ getParentRoute, path: "/currencies" }).lazy(() =>
  import("./shop/currencies-page.tsx").then(({ currenciesRoute }) => currenciesRoute),
);
const regions = createRoute({ getParentRoute, path: "/regions" }).lazy(() =>
  import("./regions/regions-page.tsx").then(({ regionsRoute }) => regionsRoute),
);
const newRegion = createRoute({ getParentRoute, path: "/regions/new" }).lazy(() =>
  import("./regions/region-page.tsx").then(({ newRegionRoute }) => newRegionRoute),
);
const region = createRoute({ getParentRoute, path: "/regions/$id" }).lazy(() =>
  import("./regions/region-page.tsx").then(({ regionRoute }) => regionRoute),
);
const taxes = createRoute({ getParentRoute, path: "/taxes", validateSearch: regionSearch }).lazy(() =>
  import("./regions/taxes-page.tsx").then(({ taxesRoute }) => taxesRoute),
);
const shipping = createRoute({ getParentRoute, path: "/shipping", validateSearch: regionSearch }).lazy(() =>
  import("./shipping/shipping-page.tsx").then(({ shippingRoute }) => shippingRoute),
);

export const settingsRoutes = [
  settings.addChildren([list, store, currencies, regions, newRegion, region, taxes, shipping]),
] as const;

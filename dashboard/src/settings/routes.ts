import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { pageParam, textParam, withoutEmpty } from "../table/search-params.ts";
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
const channels = createRoute({ getParentRoute, path: "/channels" }).lazy(() =>
  import("./shop/channels-page.tsx").then(({ channelsRoute }) => channelsRoute),
);
const channel = createRoute({
  getParentRoute,
  path: "/channels/$id",
  validateSearch: (given: Record<string, unknown>): { page?: number | undefined } =>
    withoutEmpty({ page: pageParam(given["page"]) }),
}).lazy(() => import("./shop/channel-page.tsx").then(({ channelRoute }) => channelRoute));
const returnReasons = createRoute({ getParentRoute, path: "/return-reasons" }).lazy(() =>
  import("./shop/return-reasons-page.tsx").then(({ returnReasonsRoute }) => returnReasonsRoute),
);
const locations = createRoute({ getParentRoute, path: "/locations" }).lazy(() =>
  import("./shop/locations-page.tsx").then(({ locationsRoute }) => locationsRoute),
);
const keys = createRoute({ getParentRoute, path: "/keys" }).lazy(() =>
  import("./access/keys-page.tsx").then(({ keysRoute }) => keysRoute),
);
const profile = createRoute({ getParentRoute, path: "/profile" }).lazy(() =>
  import("./access/profile-page.tsx").then(({ profileRoute }) => profileRoute),
);
const team = createRoute({ getParentRoute, path: "/team" }).lazy(() =>
  import("./access/team-page.tsx").then(({ teamRoute }) => teamRoute),
);
const roles = createRoute({ getParentRoute, path: "/roles" }).lazy(() =>
  import("./access/roles-page.tsx").then(({ rolesRoute }) => rolesRoute),
);
const newRole = createRoute({
  getParentRoute,
  path: "/roles/new",
  validateSearch: (given: Record<string, unknown>): { from?: string | undefined } =>
    withoutEmpty({ from: textParam(given["from"]) }),
}).lazy(() => import("./access/role-page.tsx").then(({ newRoleRoute }) => newRoleRoute));
const role = createRoute({ getParentRoute, path: "/roles/$id" }).lazy(() =>
  import("./access/role-page.tsx").then(({ roleRoute }) => roleRoute),
);
const tokens = createRoute({ getParentRoute, path: "/tokens" }).lazy(() =>
  import("./access/tokens-page.tsx").then(({ tokensRoute }) => tokensRoute),
);

export const settingsRoutes = [
  settings.addChildren([
    list,
    store,
    currencies,
    regions,
    newRegion,
    region,
    taxes,
    shipping,
    channels,
    channel,
    returnReasons,
    locations,
    keys,
    profile,
    team,
    roles,
    newRole,
    role,
    tokens,
  ]),
] as const;

import { createRoute } from "@tanstack/react-router";
import { mailSearch } from "../../areas/platform/mails/mail-search.ts";
import { shellRoute } from "../../data/session/shell-route.ts";
import { regionSearch } from "../../data/shop/region-search.ts";
import { pageParam, textParam, withoutEmpty } from "../../kit/list/search-params.ts";

const settings = createRoute({ getParentRoute: () => shellRoute, path: "/settings" }).lazy(() =>
  import("./settings-layout.tsx").then(({ settingsRoute }) => settingsRoute),
);
const getParentRoute = () => settings;

const list = createRoute({ getParentRoute, path: "/" }).lazy(() =>
  import("./settings-page.tsx").then(({ settingsListRoute }) => settingsListRoute),
);
const store = createRoute({ getParentRoute, path: "/store" }).lazy(() =>
  import("../../areas/shop/store/store-page.tsx").then(({ storeRoute }) => storeRoute),
);
const currencies = createRoute({ getParentRoute, path: "/currencies" }).lazy(() =>
  import("../../areas/shop/store/currencies-page.tsx").then(({ currenciesRoute }) => currenciesRoute),
);
const regions = createRoute({ getParentRoute, path: "/regions" }).lazy(() =>
  import("../../areas/shop/regions/regions-page.tsx").then(({ regionsRoute }) => regionsRoute),
);
const newRegion = createRoute({ getParentRoute, path: "/regions/new" }).lazy(() =>
  import("../../areas/shop/regions/region-page.tsx").then(({ newRegionRoute }) => newRegionRoute),
);
const region = createRoute({ getParentRoute, path: "/regions/$id" }).lazy(() =>
  import("../../areas/shop/regions/region-page.tsx").then(({ regionRoute }) => regionRoute),
);
const taxes = createRoute({ getParentRoute, path: "/taxes", validateSearch: regionSearch }).lazy(() =>
  import("../../areas/shop/taxes/taxes-page.tsx").then(({ taxesRoute }) => taxesRoute),
);
const shipping = createRoute({ getParentRoute, path: "/shipping", validateSearch: regionSearch }).lazy(() =>
  import("../../areas/selling/shipping/shipping-page.tsx").then(({ shippingRoute }) => shippingRoute),
);
const channels = createRoute({ getParentRoute, path: "/channels" }).lazy(() =>
  import("../../areas/shop/channels/channels-page.tsx").then(({ channelsRoute }) => channelsRoute),
);
const channel = createRoute({
  getParentRoute,
  path: "/channels/$id",
  validateSearch: (given: Record<string, unknown>): { page?: number | undefined } =>
    withoutEmpty({ page: pageParam(given["page"]) }),
}).lazy(() => import("../../areas/shop/channels/channel-page.tsx").then(({ channelRoute }) => channelRoute));
const returnReasons = createRoute({ getParentRoute, path: "/return-reasons" }).lazy(() =>
  import("../../areas/after-sale/return-reasons/return-reasons-page.tsx").then(
    ({ returnReasonsRoute }) => returnReasonsRoute,
  ),
);
const locations = createRoute({ getParentRoute, path: "/locations" }).lazy(() =>
  import("../../areas/stock/locations/locations-page.tsx").then(({ locationsRoute }) => locationsRoute),
);
const customFields = createRoute({ getParentRoute, path: "/custom-fields" }).lazy(() =>
  import("../../areas/platform/custom-fields/custom-fields-page.tsx").then(
    ({ customFieldsRoute }) => customFieldsRoute,
  ),
);
const mails = createRoute({ getParentRoute, path: "/mails", validateSearch: mailSearch }).lazy(() =>
  import("../../areas/platform/mails/mails-page.tsx").then(({ mailsRoute }) => mailsRoute),
);
const keys = createRoute({ getParentRoute, path: "/keys" }).lazy(() =>
  import("../../areas/shop/keys/keys-page.tsx").then(({ keysRoute }) => keysRoute),
);
const profile = createRoute({ getParentRoute, path: "/profile" }).lazy(() =>
  import("../../areas/people/profile/profile-page.tsx").then(({ profileRoute }) => profileRoute),
);
const team = createRoute({ getParentRoute, path: "/team" }).lazy(() =>
  import("../../areas/people/team/team-page.tsx").then(({ teamRoute }) => teamRoute),
);
const roles = createRoute({ getParentRoute, path: "/roles" }).lazy(() =>
  import("../../areas/people/team/roles-page.tsx").then(({ rolesRoute }) => rolesRoute),
);
const newRole = createRoute({
  getParentRoute,
  path: "/roles/new",
  validateSearch: (given: Record<string, unknown>): { from?: string | undefined } =>
    withoutEmpty({ from: textParam(given["from"]) }),
}).lazy(() => import("../../areas/people/team/role-page.tsx").then(({ newRoleRoute }) => newRoleRoute));
const role = createRoute({ getParentRoute, path: "/roles/$id" }).lazy(() =>
  import("../../areas/people/team/role-page.tsx").then(({ roleRoute }) => roleRoute),
);
const tokens = createRoute({ getParentRoute, path: "/tokens" }).lazy(() =>
  import("../../areas/people/profile/tokens-page.tsx").then(({ tokensRoute }) => tokensRoute),
);

const plugin = createRoute({ getParentRoute, path: "/plugins/$name/$" }).lazy(() =>
  import("../plugins/plugin-page.tsx").then(({ pluginSettingsRoute }) => pluginSettingsRoute),
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
    customFields,
    mails,
    keys,
    profile,
    team,
    roles,
    newRole,
    role,
    tokens,
    plugin,
  ]),
] as const;

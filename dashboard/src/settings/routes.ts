import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

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

export const settingsRoutes = [settings.addChildren([list, store, currencies])] as const;

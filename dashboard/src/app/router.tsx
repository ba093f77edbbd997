import { type AnyRoute, createRoute, createRouter } from "@tanstack/react-router";
import { afterSaleRoutes } from "../areas/after-sale/routes.ts";
import { priceListRoutes } from "../areas/catalogue/price-lists/routes.ts";
import { productRoutes } from "../areas/catalogue/routes.ts";
import { abandonedCartRoutes } from "../areas/checkout/abandoned-carts/routes.ts";
import { draftRoutes } from "../areas/checkout/draft-orders/routes.ts";
import { importRoutes } from "../areas/import-export/routes.ts";
import { orderRoutes } from "../areas/orders/routes.ts";
import { customerRoutes } from "../areas/people/routes.ts";
import { systemRoutes } from "../areas/platform/routes.ts";
import { homeRoutes } from "../areas/reporting/home/routes.ts";
import { reportRoutes } from "../areas/reporting/reports/routes.ts";
import { discountRoutes } from "../areas/selling/discounts/routes.ts";
import { giftCardRoutes } from "../areas/selling/gift-cards/routes.ts";
import { stockRoutes } from "../areas/stock/routes.ts";
import { needsPageTexts, type RouterContext, rootRoute, shellRoute } from "../data/session/shell-route.ts";
import { fetchPageTexts } from "../i18n/translations.ts";
import { NotFoundPage } from "../kit/page/not-found-page.tsx";
import { PageError } from "../kit/page/page-error.tsx";
import { PageLoading } from "../kit/page/page-loading.tsx";
import { composedRoutes } from "./pages/routes.ts";
import { loginRoute } from "./session/login-route.ts";
import { outsideRoutes } from "./session/outside-routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { Shell } from "./shell/shell.tsx";

// Areas hang their pages below these routes, and do not know what is shown around them.
rootRoute.update({ notFoundComponent: NotFoundPage });
shellRoute.update({ component: Shell });

/** A page for unknown addresses, with the menu beside it. */
const nowhere = createRoute({ getParentRoute: () => shellRoute, path: "$", component: NotFoundPage });

const pluginPage = createRoute({ getParentRoute: () => shellRoute, path: "/plugins/$name/$" }).lazy(() =>
  import("./plugins/plugin-page.tsx").then(({ pluginRoute }) => pluginRoute),
);

const tree = rootRoute.addChildren([
  loginRoute,
  ...outsideRoutes,
  shellRoute.addChildren([
    ...homeRoutes,
    ...orderRoutes,
    ...composedRoutes,
    ...afterSaleRoutes,
    ...customerRoutes,
    ...draftRoutes,
    ...abandonedCartRoutes,
    ...discountRoutes,
    ...priceListRoutes,
    ...giftCardRoutes,
    ...productRoutes,
    ...stockRoutes,
    ...reportRoutes,
    ...settingsRoutes,
    ...systemRoutes,
    ...importRoutes,
    pluginPage,
    nowhere,
  ]),
]);

export const makeRouter = () =>
  createRouter({
    routeTree: tree,
    // Given by the component that shows the pages.
    context: undefined as unknown as RouterContext,
    basepath: new URL(document.baseURI).pathname,
    defaultPreload: "intent",
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageError,
  });

/** Begins to load the code and the texts of the page in the address. */
export function fetchFirstPage(router: ReturnType<typeof makeRouter>): void {
  const routes: Record<string, AnyRoute> = router.routesById;
  const matches = router.matchRoutes(router.latestLocation);
  for (const { routeId } of matches) {
    // A failed load is repeated, and reported, by the router.
    router.loadRouteChunk(routes[routeId]!)?.catch(() => {});
  }
  if (needsPageTexts(matches)) fetchPageTexts();
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

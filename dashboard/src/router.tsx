import { type AnyRoute, createRoute, createRouter } from "@tanstack/react-router";
import { customerRoutes } from "./customers/routes.ts";
import { discountRoutes } from "./discounts/routes.ts";
import { draftRoutes } from "./drafts/routes.ts";
import { giftCardRoutes } from "./gift-cards/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { fetchPageTexts } from "./i18n/translations.ts";
import { importRoutes } from "./imports/routes.ts";
import { orderRoutes } from "./orders/routes.ts";
import { priceListRoutes } from "./price-lists/routes.ts";
import { productRoutes } from "./products/routes.ts";
import { returnRoutes } from "./returns/routes.ts";
import { loginRoute } from "./session/login-route.ts";
import { outsideRoutes } from "./session/outside-routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PageError } from "./shell/page-error.tsx";
import { PageLoading } from "./shell/page-loading.tsx";
import { needsPageTexts, type RouterContext, rootRoute, shellRoute } from "./shell/shell-route.ts";
import { stockRoutes } from "./stock/routes.ts";
import { systemRoutes } from "./system/routes.ts";

/** A wrong address is told with the menu beside it. */
const nowhere = createRoute({ getParentRoute: () => shellRoute, path: "$", component: NotFoundPage });

const tree = rootRoute.addChildren([
  loginRoute,
  ...outsideRoutes,
  shellRoute.addChildren([
    ...homeRoutes,
    ...orderRoutes,
    ...returnRoutes,
    ...customerRoutes,
    ...draftRoutes,
    ...discountRoutes,
    ...priceListRoutes,
    ...giftCardRoutes,
    ...productRoutes,
    ...stockRoutes,
    ...settingsRoutes,
    ...systemRoutes,
    ...importRoutes,
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

/** Begins to load the code and the texts of the page that was asked for. */
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

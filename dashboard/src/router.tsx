import { createRoute, createRouter } from "@tanstack/react-router";
import { customerRoutes } from "./customers/routes.ts";
import { discountRoutes } from "./discounts/routes.ts";
import { draftRoutes } from "./drafts/routes.ts";
import { giftCardRoutes } from "./gift-cards/routes.ts";
import { homeRoutes } from "./home/routes.ts";
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
import { type RouterContext, rootRoute, shellRoute } from "./shell/shell-route.ts";
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

export const makeRouter = (context: RouterContext) =>
  createRouter({
    routeTree: tree,
    context,
    basepath: new URL(document.baseURI).pathname,
    defaultPreload: "intent",
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageError,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

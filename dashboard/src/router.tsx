import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, redirect } from "@tanstack/react-router";
import type { Api } from "./api/api.ts";
import { orderSearch } from "./orders/order-search.ts";
import { LoginPage } from "./session/login-page.tsx";
import { sessionQuery } from "./session/session-queries.ts";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PageError } from "./shell/page-error.tsx";
import { PageLoading } from "./shell/page-loading.tsx";
import { Shell } from "./shell/shell.tsx";

export interface RouterContext {
  api: Api;
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFoundPage });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: ({ to }: { to?: string }) => (typeof to === "string" && to.startsWith("/") ? { to } : {}),
  component: LoginPage,
});

/** Everything but the login needs a logged-in user. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  errorComponent: PageError,
  async beforeLoad({ context: { api, queryClient }, location }) {
    const user = await queryClient.ensureQueryData(sessionQuery(api));
    if (!user) throw redirect({ to: "/login", search: { to: location.href } });
  },
});

const home = createRoute({ getParentRoute: () => shell, path: "/" }).lazy(() =>
  import("./home/home-page.tsx").then(({ homeRoute }) => homeRoute),
);

const orders = createRoute({
  getParentRoute: () => shell,
  path: "/orders",
  validateSearch: orderSearch,
}).lazy(() => import("./orders/orders-page.tsx").then(({ ordersRoute }) => ordersRoute));

const order = createRoute({ getParentRoute: () => shell, path: "/orders/$id" }).lazy(() =>
  import("./orders/order-page.tsx").then(({ orderRoute }) => orderRoute),
);

const tree = root.addChildren([login, shell.addChildren([home, orders, order])]);

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

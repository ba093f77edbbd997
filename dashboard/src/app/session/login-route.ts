import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "../../data/session/shell-route.ts";

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: ({ to }: { to?: string }) => (typeof to === "string" && to.startsWith("/") ? { to } : {}),
}).lazy(() => import("./login-page.tsx").then(({ loginPage }) => loginPage));

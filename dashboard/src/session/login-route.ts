import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "../shell/shell-route.ts";
import { LoginPage } from "./login-page.tsx";

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: ({ to }: { to?: string }) => (typeof to === "string" && to.startsWith("/") ? { to } : {}),
  component: LoginPage,
});

import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const home = createRoute({ getParentRoute: () => shellRoute, path: "/" }).lazy(() =>
  import("./home-page.tsx").then(({ homeRoute }) => homeRoute),
);

export const homeRoutes = [home] as const;

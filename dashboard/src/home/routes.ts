import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { homeSearch } from "./home-search.ts";

const home = createRoute({ getParentRoute: () => shellRoute, path: "/", validateSearch: homeSearch }).lazy(
  () => import("./home-page.tsx").then(({ homeRoute }) => homeRoute),
);

export const homeRoutes = [home] as const;

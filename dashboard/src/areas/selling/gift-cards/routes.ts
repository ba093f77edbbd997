import { createRoute } from "@tanstack/react-router";
import { shellRoute } from "../../../data/session/shell-route.ts";
import { giftCardSearch } from "./gift-card-search.ts";

const giftCards = createRoute({
  getParentRoute: () => shellRoute,
  path: "/gift-cards",
  validateSearch: giftCardSearch,
}).lazy(() => import("./gift-cards-page.tsx").then(({ giftCardsRoute }) => giftCardsRoute));

const giftCard = createRoute({ getParentRoute: () => shellRoute, path: "/gift-cards/$id" }).lazy(() =>
  import("./gift-card-page.tsx").then(({ giftCardRoute }) => giftCardRoute),
);

export const giftCardRoutes = [giftCards, giftCard] as const;

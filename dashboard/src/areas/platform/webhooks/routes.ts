import { createRoute } from "@tanstack/react-router";
import { systemRoute } from "../system-route.ts";
import { deliverySearch, webhookSearch } from "./webhook-search.ts";

const webhooks = createRoute({
  getParentRoute: () => systemRoute,
  path: "/webhooks",
  validateSearch: webhookSearch,
}).lazy(() => import("./webhooks-page.tsx").then(({ webhooksRoute }) => webhooksRoute));

const webhook = createRoute({
  getParentRoute: () => systemRoute,
  path: "/webhooks/$id",
  validateSearch: deliverySearch,
}).lazy(() => import("./webhook-page.tsx").then(({ webhookRoute }) => webhookRoute));

export const webhookRoutes = [webhooks, webhook] as const;

import { webhookRoutes } from "../webhooks/routes.ts";
import { systemRoute, systemStart } from "./system-route.ts";

export const systemRoutes = [systemRoute.addChildren([systemStart, ...webhookRoutes])] as const;

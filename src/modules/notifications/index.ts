export { notificationRoutes } from "./notification-routes.ts";

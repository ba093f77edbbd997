export { notificationRoutes } from "./notification-routes.ts";
export { mailComposer } from "./use-cases/compose-mail.ts";
export { notificationSubscribers } from "./use-cases/send-notifications.ts";

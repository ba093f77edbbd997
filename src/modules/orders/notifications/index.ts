export { notificationRoutes } from "./notification-routes.ts";
export { deleteOldNotifications } from "./notification-store.ts";
export { mailComposer } from "./use-cases/compose-mail.ts";
export { notificationSubscribers } from "./use-cases/send-notifications.ts";

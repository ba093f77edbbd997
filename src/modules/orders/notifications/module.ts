import { withoutV1 } from "../../../db/adoption.ts";
import { type Cleanups, defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { notificationEvents } from "./events.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { deleteOldNotifications } from "./notification-store.ts";
import { notificationsEntities } from "./notifications-graph.ts";
import { notificationSubscribers } from "./use-cases/send-notifications.ts";

export const notifications = defineModule({
  name: "orders/notifications",
  entities: notificationsEntities,
  routes: [notificationRoutes],
  apiNotes,
  areas: { notifications: "write" },
  adminPaths: { notifications: "notifications" },
  events: notificationEvents,
  eventAreas: { notification: "notifications" },
  subscribers: notificationSubscribers,
  cleanups: ({ notificationDays }): Cleanups =>
    notificationDays > 0
      ? { notifications: withoutV1((tx) => deleteOldNotifications(tx, notificationDays)) }
      : {},
});

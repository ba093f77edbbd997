import { withoutV1 } from "../../../db/adoption.ts";
import { type Cleanups, defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { notificationEvents } from "./events.ts";
import { deleteOldMails } from "./mail-record-store.ts";
import { mailRoutes } from "./mail-routes.ts";
import { mail } from "./mails-graph.ts";
import { notificationRoutes } from "./notification-routes.ts";
import { deleteOldNotifications } from "./notification-store.ts";
import { notificationsEntities } from "./notifications-graph.ts";
import { notificationSubscribers } from "./use-cases/send-notifications.ts";

export const notifications = defineModule({
  name: "orders/notifications",
  entities: [...notificationsEntities, mail],
  routes: [notificationRoutes, mailRoutes],
  apiNotes,
  areas: { notifications: "write" },
  adminPaths: { notifications: "notifications", mails: "notifications" },
  events: notificationEvents,
  eventAreas: { notification: "notifications", mail: "notifications" },
  subscribers: notificationSubscribers,
  cleanups: ({ notificationDays, mailDays }): Cleanups => ({
    ...(notificationDays > 0 && {
      notifications: withoutV1((tx) => deleteOldNotifications(tx, notificationDays)),
    }),
    ...(mailDays > 0 && { mails: (tx) => deleteOldMails(tx, mailDays) }),
  }),
});

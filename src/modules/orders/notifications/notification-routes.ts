import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { found, page, path, type Routes } from "../../../http/routes.ts";
import {
  adminNotification,
  adminNotifications,
  notificationAnswer,
  resendBody,
} from "./notification-schemas.ts";
import { resendNotification } from "./use-cases/send-notifications.ts";

const tags = ["Notifications"];

export const notificationRoutes: Routes = (app, context) => {
  const { config, db, graph, permissions, privateData, providers } = context;
  app.get(
    "/admin/notifications",
    {
      schema: {
        tags,
        summary: "List notifications",
        querystring: adminNotifications.querystring,
        response: page("notifications", shown("AdminNotification", adminNotification)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminNotifications.read(graph, request.query, config);
      return { notifications: rows, ...paging };
    },
  );

  app.post(
    "/admin/notifications/:id/resend",
    {
      schema: {
        tags,
        summary: "Send a notification again",
        querystring: noQuery,
        params: path("id"),
        body: resendBody,
        response: notificationAnswer,
      },
    },
    async (request) => {
      const { id } = request.params;
      const { granted } = await request.caller();
      await resendNotification({ db, permissions, privateData, providers, granted }, id, request.body);
      return { notification: found(await graph.find(adminNotification, id), "Notification", id) };
    },
  );
};

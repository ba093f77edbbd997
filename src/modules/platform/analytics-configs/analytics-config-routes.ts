import { Type } from "typebox";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { body, ok, optional, type Routes, view } from "../../../http/routes.ts";
import { deletedAnalyticsConfig } from "../v1-shapes.ts";
import {
  deleteAnalyticsConfig,
  setAnalyticsConfig,
  updateAnalyticsConfig,
} from "./analytics-config-changes.ts";
import { findAnalyticsConfig } from "./analytics-configs-graph.ts";

const newConfigBody = body({
  opt_out: Type.Boolean({ description: "No usage data of the user is reported." }),
  anonymize: optional(
    Type.Boolean({ default: false, description: "Usage data is reported without the user's identity." }),
  ),
});

const configChangesBody = body({
  opt_out: optional(Type.Boolean()),
  anonymize: optional(Type.Boolean()),
});

const configResponseSchema = ok({ analytics_config: view("analytics_config") });

const configDeletedSchema = ok({
  user_id: Type.String(),
  object: Type.String(),
  deleted: Type.Boolean(),
});

const ownConfigRoute = { tags: ["Analytics Configs"], querystring: noQuery, response: configResponseSchema };

/** Each user sets what a dashboard may report about them. The server itself reports nothing. */
export const analyticsConfigRoutes: Routes = (app, context) => {
  const configResponse = async (userId: string) => ({
    analytics_config: await findAnalyticsConfig(context.graph, userId),
  });

  app.get(
    "/admin/analytics-configs",
    { schema: { ...ownConfigRoute, summary: "Get one's own analytics config" } },
    async (request) => configResponse(await userOf(request)),
  );

  app.post(
    "/admin/analytics-configs",
    { schema: { ...ownConfigRoute, summary: "Create one's own analytics config", body: newConfigBody } },
    async (request) => {
      const userId = await userOf(request);
      await setAnalyticsConfig(context, userId, request.body);
      return configResponse(userId);
    },
  );

  app.post(
    "/admin/analytics-configs/update",
    { schema: { ...ownConfigRoute, summary: "Update one's own analytics config", body: configChangesBody } },
    async (request) => {
      const userId = await userOf(request);
      await updateAnalyticsConfig(context, userId, request.body);
      return configResponse(userId);
    },
  );

  app.delete(
    "/admin/analytics-configs",
    {
      schema: {
        ...ownConfigRoute,
        summary: "Delete one's own analytics config",
        response: configDeletedSchema,
      },
    },
    async (request) => {
      const userId = await userOf(request);
      await deleteAnalyticsConfig(context, userId);
      return deletedAnalyticsConfig(userId);
    },
  );
};

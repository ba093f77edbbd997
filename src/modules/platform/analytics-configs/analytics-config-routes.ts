import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import type { Routes } from "../../../http/routes.ts";
import { analyticsConfigNotFound } from "./analytics-config.ts";
import {
  deleteAnalyticsConfig,
  setAnalyticsConfig,
  updateAnalyticsConfig,
} from "./analytics-config-changes.ts";
import {
  analyticsConfigView,
  configChangesBody,
  configDeletedSchema,
  configResponseSchema,
  newConfigBody,
} from "./analytics-config-schemas.ts";

const ownConfigRoute = { tags: ["Analytics Configs"], querystring: noQuery, response: configResponseSchema };

/** Each user sets what a dashboard may report about them. The server itself reports nothing. */
export const analyticsConfigRoutes: Routes = (app, parts) => {
  const configResponse = async (userId: string) => {
    const [config] = await parts.graph.rows(analyticsConfigView, {
      filters: [{ kind: "equals", column: "user_id", value: userId }],
      order: "-created_at",
      limit: 1,
      offset: 0,
    });
    if (!config) throw analyticsConfigNotFound(userId);
    return { analytics_config: config };
  };

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
      const { opt_out, anonymize = false } = request.body;
      await setAnalyticsConfig(parts, userId, { opt_out, anonymize });
      return configResponse(userId);
    },
  );

  app.post(
    "/admin/analytics-configs/update",
    { schema: { ...ownConfigRoute, summary: "Update one's own analytics config", body: configChangesBody } },
    async (request) => {
      const userId = await userOf(request);
      await updateAnalyticsConfig(parts, userId, request.body);
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
      const user_id = await userOf(request);
      await deleteAnalyticsConfig(parts, user_id);
      return { user_id, object: "analytics_config", deleted: true };
    },
  );
};

import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import type { Routes } from "../../../http/routes.ts";
import { noConfig } from "./analytics-config.ts";
import {
  choiceBody,
  choiceChangesBody,
  configAnswer,
  forgottenAnswer,
  ownConfig,
} from "./analytics-config-schemas.ts";
import { changeAnalytics, chooseAnalytics, forgetAnalytics } from "./use-cases/choose-analytics.ts";

const one = { tags: ["Analytics Configs"], querystring: noQuery, response: configAnswer };

/** Every user decides for themselves what dashboards may tell of them; the shop itself tells nobody anything. */
export const analyticsConfigRoutes: Routes = (app, parts) => {
  const shown = async (userId: string) => {
    const [config] = await parts.graph.rows(ownConfig, {
      filters: [{ kind: "equals", column: "user_id", value: userId }],
      order: "-created_at",
      limit: 1,
      offset: 0,
    });
    if (!config) throw noConfig(userId);
    return { analytics_config: config };
  };

  app.get(
    "/admin/analytics-configs",
    { schema: { ...one, summary: "Get one's own analytics config" } },
    async (request) => shown(await userOf(request)),
  );

  app.post(
    "/admin/analytics-configs",
    { schema: { ...one, summary: "Create one's own analytics config", body: choiceBody } },
    async (request) => {
      const userId = await userOf(request);
      const { opt_out, anonymize = false } = request.body;
      await chooseAnalytics(parts, userId, { opt_out, anonymize });
      return shown(userId);
    },
  );

  app.post(
    "/admin/analytics-configs/update",
    { schema: { ...one, summary: "Update one's own analytics config", body: choiceChangesBody } },
    async (request) => {
      const userId = await userOf(request);
      await changeAnalytics(parts, userId, request.body);
      return shown(userId);
    },
  );

  app.delete(
    "/admin/analytics-configs",
    { schema: { ...one, summary: "Delete one's own analytics config", response: forgottenAnswer } },
    async (request) => {
      const user_id = await userOf(request);
      await forgetAnalytics(parts, user_id);
      return { user_id, object: "analytics_config", deleted: true };
    },
  );
};

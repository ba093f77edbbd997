import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { found, ok, type Routes, view } from "../../../http/routes.ts";
import { appView, authorizationBody } from "./oauth-schemas.ts";
import { authorizeApp } from "./use-cases/authorize-app.ts";

const tags = ["Apps"];

export const oauthRoutes: Routes = (app, { config, db, graph, providers }) => {
  app.get(
    "/admin/apps",
    {
      schema: {
        tags,
        summary: "List applications",
        querystring: noQuery,
        response: ok({ apps: Type.Array(view("oauth")) }),
      },
    },
    async () => {
      // Not paged: there are only the configured ones.
      const all = { limit: config.maxLimit, offset: 0, order: "display_name" };
      const { rows } = await graph.list(appView, all);
      return { apps: rows };
    },
  );

  app.post(
    "/admin/apps/authorizations",
    {
      schema: {
        tags,
        summary: "Generate a token for an application",
        querystring: noQuery,
        body: authorizationBody,
        response: ok({ apps: view("oauth") }),
      },
    },
    async (request) => {
      const { application_name: name, state, code } = request.body;
      await authorizeApp({ db, providers, timeout: config.oauthTimeout }, { name, state, code });
      const row = await graph.find(appView, name, { by: "application_name" });
      return { apps: found(row, "Oauth application", name) };
    },
  );
};

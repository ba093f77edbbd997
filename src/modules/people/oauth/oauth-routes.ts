import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { body, found, nonEmptyText, ok, type Routes, view } from "../../../http/routes.ts";
import { wholeApps } from "../v1-shapes.ts";
import { oauth } from "./oauth-graph.ts";
import { authorizeApp } from "./use-cases/provider-tokens.ts";

const authorizationBody = body({
  application_name: nonEmptyText,
  state: nonEmptyText,
  code: nonEmptyText,
});

const appView = { entity: oauth };

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
      const { rows } = await graph.list(appView, { ...wholeApps, limit: config.maxLimit });
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

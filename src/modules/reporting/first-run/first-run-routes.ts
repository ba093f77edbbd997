import { Type } from "typebox";
import { noQuery } from "../../../http/list-query.ts";
import { body, ok, type Routes } from "../../../http/routes.ts";
import { STEPS } from "./first-run.ts";
import { hideFirstRun, readFirstRun } from "./use-cases/read-first-run.ts";

const tags = ["First run"];

const answer = ok({
  first_run: Type.Object({
    is_hidden: Type.Boolean({
      description: "Whether a user has hidden the list, or the shop had begun to sell before it was shown.",
    }),
    has_demo: Type.Boolean({ description: "Whether the demo shop was loaded." }),
    steps: Type.Array(Type.Object({ name: Type.String({ enum: [...STEPS] }), is_done: Type.Boolean() })),
  }),
});

export const firstRunRoutes: Routes = (app, { db, providers }) => {
  const deps = { db, providers };
  const firstRun = async () => ({ first_run: await readFirstRun(deps) });

  app.get(
    "/admin/first-run",
    { schema: { tags, summary: "Get the first steps of the shop", querystring: noQuery, response: answer } },
    firstRun,
  );

  app.post(
    "/admin/first-run",
    {
      schema: {
        tags,
        summary: "Hide the first steps, or show them again",
        querystring: noQuery,
        body: body({ is_hidden: Type.Boolean() }),
        response: answer,
      },
    },
    async (request) => {
      await hideFirstRun(deps, request.body);
      return firstRun();
    },
  );
};

import type { Graph } from "../../../graph/graph.ts";
import { noQuery } from "../../../http/list-query.ts";
import { ok, type Routes } from "../../../http/routes.ts";
import { version } from "../../../package-root.ts";
import { healthSchema } from "./health-schemas.ts";
import { readHealth } from "./use-cases/read-health.ts";

interface Options {
  cachedCartRows(graph: Graph): number;
}

/** For admins; `/health` and `/ready` are for load balancers, `/metrics` for monitoring. */
export const healthRoutes =
  ({ cachedCartRows }: Options): Routes =>
  (app, context) => {
    app.get(
      "/admin/health",
      {
        schema: {
          tags: ["Operations"],
          summary: "Get the health of the shop's parts",
          querystring: noQuery,
          response: ok({ health: healthSchema }),
        },
      },
      async () => ({ health: await readHealth({ ...context, cachedCartRows }, version) }),
    );
  };

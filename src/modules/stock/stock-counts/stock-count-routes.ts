import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { found, ok, page, path, type Routes } from "../../../http/routes.ts";
import { applyCount, cancelCount, enterCounted, startCount } from "./stock-count-changes.ts";
import {
  adminCount,
  adminCountLines,
  adminCounts,
  countedBody,
  newCountBody,
} from "./stock-count-schemas.ts";

const answer = {
  tags: ["Stock Counts"],
  querystring: noQuery,
  response: ok({ stock_count: shown("AdminStockCount", adminCount) }),
};
const one = { ...answer, params: path("id") };

export const stockCountRoutes: Routes = (app, { config, db, graph }) => {
  const read = async (id: string) => ({
    stock_count: found(await graph.find(adminCount, id), "Stock count", id),
  });

  app.get(
    "/admin/stock-counts",
    {
      schema: {
        tags: answer.tags,
        summary: "List stock counts",
        querystring: adminCounts.querystring,
        response: page("stock_counts", shown("AdminStockCount", adminCount)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminCounts.read(graph, request.query, config);
      return { stock_counts: rows, ...paging };
    },
  );

  app.post(
    "/admin/stock-counts",
    { schema: { ...answer, summary: "Start a stock count", body: newCountBody } },
    async (request) => read(await startCount({ db }, request.body, await userOf(request))),
  );

  app.get("/admin/stock-counts/:id", { schema: { ...one, summary: "Get a stock count" } }, (request) =>
    read(request.params.id),
  );

  app.get(
    "/admin/stock-counts/:id/lines",
    {
      schema: {
        ...one,
        summary: "List the items of a stock count",
        querystring: adminCountLines.querystring,
        response: page("lines", shown("AdminStockCountLine", adminCountLines.view)),
      },
    },
    async (request) => {
      const also = [{ kind: "equals" as const, column: "count_id", value: request.params.id }];
      const { rows, ...paging } = await adminCountLines.read(graph, request.query, { ...config, also });
      return { lines: rows, ...paging };
    },
  );

  app.post(
    "/admin/stock-counts/:id/lines",
    { schema: { ...one, summary: "Enter counted pieces", body: countedBody } },
    async (request) => {
      const userId = await userOf(request);
      await enterCounted({ db }, request.params.id, { ...request.body, userId });
      return read(request.params.id);
    },
  );

  app.post(
    "/admin/stock-counts/:id/apply",
    { schema: { ...one, summary: "Apply a stock count" } },
    async (request) => {
      await applyCount({ db }, request.params.id, await userOf(request));
      return read(request.params.id);
    },
  );

  app.post(
    "/admin/stock-counts/:id/cancel",
    { schema: { ...one, summary: "Cancel a stock count" } },
    async (request) => {
      await cancelCount({ db }, request.params.id, await userOf(request));
      return read(request.params.id);
    },
  );
};

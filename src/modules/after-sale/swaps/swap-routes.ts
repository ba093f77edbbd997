import { noQuery } from "../../../http/list-query.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { swapAnswer, swapList } from "./swap-schemas.ts";
import { showSwap } from "./use-cases/show-swap.ts";

const tags = ["Swaps"];

export const swapRoutes: Routes = (app, parts) => {
  app.get(
    "/admin/swaps",
    {
      schema: {
        tags,
        summary: "List swaps",
        querystring: swapList.querystring,
        response: page("swaps", "swap"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await swapList.read(parts.graph, request.query, {
        maxLimit: parts.config.maxLimit,
      });
      return { swaps: rows, ...paging };
    },
  );

  app.get(
    "/admin/swaps/:id",
    {
      schema: {
        tags,
        summary: "Get a swap",
        params: path("id"),
        querystring: noQuery,
        response: swapAnswer,
      },
    },
    async (request) => ({ swap: await showSwap(parts, request.params.id) }),
  );
};

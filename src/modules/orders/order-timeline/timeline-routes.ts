import { page, path, type Routes } from "../../../http/routes.ts";
import { unknownOrder } from "../orders/index.ts";
import { isOrder, ofOrder, shownMoment, timeline } from "./timeline-schemas.ts";

export const timelineRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/admin/orders/:id/timeline",
    {
      schema: {
        tags: ["Orders"],
        summary: "What happened to an order",
        description:
          "Newest first, from the event log: the order itself, its payments, fulfillments, returns, swaps, claims, " +
          "edits and notes, with the user or customer who did it.",
        params: path("id"),
        querystring: timeline.querystring,
        response: page("timeline", "event"),
      },
    },
    async (request) => {
      const { id } = request.params;
      const also = [{ kind: "custom" as const, condition: ofOrder, value: id }];
      const asked = { ...config, also, context: isOrder(id) };
      const { page: read, context } = await timeline.readInContext(graph, request.query, asked);
      if (context !== true) throw unknownOrder(id);
      const { rows, ...paging } = read;
      return { timeline: rows.map(shownMoment), ...paging };
    },
  );
};

import { page, type Routes } from "../../../http/routes.ts";
import { redacted } from "../../../kernel/redacted.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { adminEvents, existingEvents } from "./event-schemas.ts";
import type { EventRow } from "./events-graph.ts";

const eventForResponse = ({ $seq: _, ...event }: EventRow) => ({
  ...event,
  data: redacted(event.data ?? {}),
});

export const eventRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/admin/events",
    {
      schema: {
        tags: ["Events"],
        summary: "List events",
        description: "Newest first. For the next page, pass the id of the last event as `before`.",
        querystring: adminEvents.querystring,
        response: page("events", "event"),
      },
    },
    async (request) => {
      const { after, before } = request.query as { after?: string; before?: string };
      const boundaryIds = [after, before].filter((id) => id !== undefined);
      const { page: events, context } = await adminEvents.readInContext(graph, request.query, {
        ...config,
        context: existingEvents(boundaryIds),
      });
      const unknown = boundaryIds.find((id) => !context.includes(id));
      if (unknown !== undefined) throw notFound("Event", unknown);
      const { rows, ...paging } = events;
      return { events: rows.map(eventForResponse), ...paging };
    },
  );
};

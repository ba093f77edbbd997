import type { Row } from "../../../graph/graph.ts";
import { page, type Routes } from "../../../http/routes.ts";
import { redacted } from "../../../kernel/redacted.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { adminEvents, knownEvents } from "./event-schemas.ts";

const withoutSecrets = ({ $seq: _, ...event }: Row): Row => ({
  ...event,
  data: redacted(event["data"] as Record<string, unknown>),
});

export const eventRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/admin/events",
    {
      schema: {
        tags: ["Events"],
        summary: "List events",
        description: "Newest first. The next page is `before` the last event of this one.",
        querystring: adminEvents.querystring,
        response: page("events", "event"),
      },
    },
    async (request) => {
      const { after, before } = request.query as { after?: string; before?: string };
      const named = [after, before].filter((id) => id !== undefined);
      const { page: read, context } = await adminEvents.readInContext(graph, request.query, {
        ...config,
        context: knownEvents(named),
      });
      const unknown = named.find((id) => !(context as string[]).includes(id));
      if (unknown !== undefined) throw notFound("Event", unknown);
      const { rows, ...paging } = read;
      return { events: rows.map(withoutSecrets), ...paging };
    },
  );
};

import { page, type Routes } from "../../../http/routes.ts";
import { adminEvents, listEvents } from "./event-schemas.ts";

export const eventRoutes: Routes = (app, { config, graph, permissions }) => {
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
      const { granted } = await request.caller();
      return listEvents(graph, request.query, { maxLimit: config.maxLimit, granted, permissions });
    },
  );
};

import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { type AppContext, page, path, type Routes } from "../../../http/routes.ts";
import { redacted } from "../../../kernel/redacted.ts";
import { type EventRow, event } from "../../platform/events/index.ts";
import { unknownOrder } from "../orders/index.ts";
import { isOrder, ofOrder } from "./timeline-graph.ts";

const name = ["id", "email", "first_name", "last_name"];

const timeline = listQuery({
  view: {
    entity: event,
    fields: [
      ...Object.keys(event.columns),
      ...name.map((each) => `user.${each}`),
      ...name.map((each) => `customer.${each}`),
    ],
  },
  limit: 50,
  order: "-$seq",
  takes: [],
});

const toTimelineEntry = ({ $seq: _, ...entry }: EventRow) => ({
  ...entry,
  data: redacted(entry.data ?? {}),
});

/** The events of an order, newest first. */
async function readTimeline(
  { config, graph }: Pick<AppContext, "config" | "graph">,
  orderId: string,
  query: unknown,
) {
  const also = [{ kind: "custom" as const, condition: ofOrder, value: orderId }];
  const options = { ...config, also, context: isOrder(orderId) };
  const { page, context: exists } = await timeline.readInContext(graph, query, options);
  if (exists !== true) throw unknownOrder(orderId);
  const { rows, ...paging } = page;
  return { timeline: rows.map(toTimelineEntry), ...paging };
}

export const timelineRoutes: Routes = (app, context) => {
  app.get(
    "/admin/orders/:id/timeline",
    {
      schema: {
        tags: ["Orders"],
        summary: "List the events of an order",
        description:
          "Newest first, from the event log: the order itself, its payments, fulfillments, returns, swaps, claims, " +
          "edits and notes, with the user or customer who did it.",
        params: path("id"),
        querystring: timeline.querystring,
        response: page("timeline", shown("AdminTimelineEvent", timeline.view)),
      },
    },
    ({ params, query }) => readTimeline(context, params.id, query),
  );
};

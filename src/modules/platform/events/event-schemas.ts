import { Type } from "typebox";
import type { Filter } from "../../../graph/filter.ts";
import type { Extra, Graph } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter, where } from "../../../http/query-filters.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { isEventPattern } from "../../../kernel/event-pattern.ts";
import type { Granted, Permissions } from "../../../kernel/permissions.ts";
import { redacted } from "../../../kernel/redacted.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";
import {
  type EventRow,
  event,
  inArea,
  isAfter,
  isBefore,
  isOfOtherParts,
  isOfParts,
} from "./events-graph.ts";

/** `order.placed`, `order.*`, `*` */
const byName: QueryFilter = {
  schema: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The name of an event, or a pattern such as `order.*`.",
  }),
  toFilters: (value) => {
    const pattern = value as string;
    if (!isEventPattern(pattern))
      throw invalid("name must be the name of an event, or a pattern such as order.*");
    if (pattern === "*") return [];
    if (!pattern.endsWith(".*")) return [{ kind: "equals", column: "name", value }];
    return [{ kind: "custom", condition: inArea, value: pattern.slice(0, -1) }];
  },
};

/** Since or until a moment. */
export const occurred = (comparison: "gte" | "lt"): QueryFilter => ({
  schema: Type.String({
    format: "moment",
    description: "YYYY-MM-DD, YYYY-MM-DDTHH:MM:SSZ or unix seconds.",
  }),
  toFilters: (value) => [
    { kind: "compare", column: "occurred_at", comparison, value: parseTimestamp(value as string) },
  ],
});

export const adminEvents = listQuery({
  view: { entity: event },
  limit: 50,
  order: "-$seq",
  takes: [],
  filters: {
    id: equalTo(),
    name: byName,
    entity_id: equalTo(),
    since: occurred("gte"),
    until: occurred("lt"),
    after: where(isAfter),
    before: where(isBefore),
  },
});

const existingEvents = (ids: readonly string[]): Extra<"known-events", string[]> => ({
  name: "known-events",
  sql: (_, [list]) => `(select coalesce(json_agg(known.id), '[]') from tradewind.event known
    where known.id = any(${list}))`,
  values: [ids],
});

const eventForResponse = ({ $seq: _, ...event }: EventRow) => ({
  ...event,
  data: redacted(event.data ?? {}),
});

/** Events of areas that the caller may read. */
function visibleTo(permissions: Permissions, granted: Granted): Filter[] {
  if (granted === "all") return [];
  const { isShown, parts } = permissions.visibleParts(granted);
  return [{ kind: "custom", condition: isShown ? isOfParts : isOfOtherParts, value: parts }];
}

/** A page of events. A page that starts or ends at an unknown event is refused. */
export async function listEvents(
  graph: Graph,
  query: unknown,
  { maxLimit, granted, permissions }: { maxLimit: number; granted: Granted; permissions: Permissions },
) {
  const { after, before } = query as { after?: string; before?: string };
  const boundaryIds = [after, before].filter((id) => id !== undefined);
  const { page, context } = await adminEvents.readInContext(graph, query, {
    maxLimit,
    also: visibleTo(permissions, granted),
    context: existingEvents(boundaryIds),
  });
  const unknown = boundaryIds.find((id) => !context.includes(id));
  if (unknown !== undefined) throw notFound("Event", unknown);
  const { rows, ...paging } = page;
  return { events: rows.map(eventForResponse), ...paging };
}

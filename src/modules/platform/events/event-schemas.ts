import { Type } from "typebox";
import type { Extra } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter, where } from "../../../http/query-filters.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { isEventPattern } from "../../../kernel/event-pattern.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { event, inArea, isAfter, isBefore } from "./events-graph.ts";

const moment = Type.String({
  format: "moment",
  description: "YYYY-MM-DD, YYYY-MM-DDTHH:MM:SSZ or unix seconds.",
});

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

const occurred = (comparison: "gte" | "lt"): QueryFilter => ({
  schema: moment,
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
    name: byName,
    entity_id: equalTo(),
    since: occurred("gte"),
    until: occurred("lt"),
    after: where(isAfter),
    before: where(isBefore),
  },
});

/** Which of these events exist: a page that starts or ends at an unknown event is refused. */
export const existingEvents = (ids: readonly string[]): Extra<"known-events", string[]> => ({
  name: "known-events",
  sql: (_, [list]) => `(select coalesce(json_agg(known.id), '[]') from tradewind.event known
    where known.id = any(${list}))`,
  values: [ids],
});

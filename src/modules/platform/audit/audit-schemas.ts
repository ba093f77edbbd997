import { Type } from "typebox";
import type { Condition } from "../../../graph/filter.ts";
import type { Row } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { auditEntry } from "./audit-graph.ts";

const occurred = (comparison: "gte" | "lt"): QueryFilter => ({
  schema: Type.String({
    format: "moment",
    description: "YYYY-MM-DD, YYYY-MM-DDTHH:MM:SSZ or unix seconds.",
  }),
  toFilters: (value) => [
    { kind: "compare", column: "occurred_at", comparison, value: parseTimestamp(value as string) },
  ],
});

const pathStartsWith: Condition = {
  name: "audit-path-begins-with",
  sql: (row, prefix) => `starts_with(${row}.path, ${prefix})`,
};

const path: QueryFilter = {
  schema: Type.String({ minLength: 1, maxLength: 255, description: "A prefix of the path." }),
  toFilters: (value) => [{ kind: "custom", condition: pathStartsWith, value }],
};

export const auditLog = listQuery({
  view: {
    entity: auditEntry,
    fields: [
      ...Object.keys(auditEntry.columns),
      ...["id", "email", "first_name", "last_name"].map((name) => `user.${name}`),
    ],
  },
  limit: 50,
  order: "-$seq",
  takes: [],
  filters: {
    user_id: equalTo(),
    method: equalTo(),
    path,
    since: occurred("gte"),
    until: occurred("lt"),
  },
});

export const entryForResponse = ({ $seq: _, ...entry }: Row): Row => entry;

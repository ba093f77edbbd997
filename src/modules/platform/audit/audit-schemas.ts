import { Type } from "typebox";
import type { Graph, Row } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { occurred } from "../events/index.ts";
import { auditEntry, pathStartsWith } from "./audit-graph.ts";

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

const entryForResponse = ({ $seq: _, ...entry }: Row): Row => entry;

export async function listAuditEntries(graph: Graph, query: unknown, { maxLimit }: { maxLimit: number }) {
  const { rows, ...paging } = await auditLog.read(graph, query, { maxLimit });
  return { entries: rows.map(entryForResponse), ...paging };
}

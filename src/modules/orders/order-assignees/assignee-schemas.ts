import { Type } from "typebox";
import type { QueryFilter } from "../../../http/query-filters.ts";
import { isAssignedTo, isUnassigned } from "./assignee-graph.ts";

const UNASSIGNED = "unassigned";

/** `assigned_to=usr_…`, or `assigned_to=unassigned`. */
export const assignedTo: QueryFilter = {
  schema: Type.String({
    description: `The id of the user who takes care of the order. \`${UNASSIGNED}\`: orders that are not shipped and that no user takes care of.`,
  }),
  toFilters: (value) =>
    value === UNASSIGNED
      ? [{ kind: "fixed", condition: isUnassigned }]
      : [{ kind: "custom", condition: isAssignedTo, value }],
};

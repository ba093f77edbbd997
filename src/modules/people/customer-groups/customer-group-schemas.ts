import { Type } from "typebox";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, textFilter, where } from "../../../http/query-filters.ts";
import { body, metadata, nonEmptyText, optional, text } from "../../../http/routes.ts";
import { customerGroup, namedByDiscountCondition } from "./customer-groups-graph.ts";

export const newGroupBody = body({
  name: nonEmptyText,
  metadata: optional(metadata),
  ...fieldsOfNewRow("customer_group"),
});

export const groupChangesBody = body({
  name: optional(nonEmptyText),
  metadata: optional(metadata),
  ...fieldsOfRow("customer_group"),
});

export const customerIdsBody = body({
  customer_ids: Type.Array(body({ id: text }), { maxItems: 10_000 }),
});

export const adminGroup = { entity: customerGroup };

export const adminGroups = listQuery({
  view: adminGroup,
  limit: 10,
  search: ["name"],
  searchesFields: true,
  filters: {
    id: textFilter(),
    name: anyOf(),
    created_at: dates(),
    updated_at: dates(),
    discount_condition_id: where(namedByDiscountCondition),
  },
});

import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, nonEmptyText, optional } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { lineState, lineStates, stockCount, stockCountLine } from "./stock-counts-graph.ts";

export const newCountBody = body({
  location_id: nonEmptyText,
  note: optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 2_000 })),
  inventory_item_ids: optional(
    Type.Array(nonEmptyText, {
      minItems: 1,
      maxItems: 1_000,
      description: "The items to count. Absent: all that are kept at the location.",
    }),
  ),
});

const quantity = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  minimum: 0,
  maximum: MAX_AMOUNT,
});

export const countedBody = body({
  lines: Type.Array(
    Type.Object(
      {
        inventory_item_id: nonEmptyText,
        counted_quantity: quantity,
        previous: optional(
          Type.Unsafe<number | null>({
            ...quantity,
            description:
              "What the person has seen there. If another user has entered something else meanwhile, the request is refused with 409.",
          }),
        ),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 500 },
  ),
});

const nameOf = (relation: string, ...names: string[]) => names.map((name) => `${relation}.${name}`);

export const adminCount = {
  entity: stockCount,
  fields: [
    ...Object.keys(stockCount.columns),
    ...nameOf("location", "id", "name"),
    ...nameOf("user", "id", "email", "first_name", "last_name"),
  ],
};

export const adminCounts = listQuery({
  view: adminCount,
  limit: 50,
  order: "-number",
  takes: [],
  sorts: ["number"],
  filters: { status: equalTo(), location_id: equalTo() },
});

const state: QueryFilter = {
  schema: Type.Enum([...lineStates]),
  toFilters: (value) => [{ kind: "custom", condition: lineState, value }],
};

export const adminCountLines = listQuery({
  view: {
    entity: stockCountLine,
    fields: [
      ...Object.keys(stockCountLine.columns),
      ...nameOf("user", "id", "email", "first_name", "last_name"),
    ],
  },
  limit: 100,
  order: ["sku", "inventory_item_id"],
  takes: [],
  search: ["sku", "name"],
  filters: { state },
});

import { Type } from "typebox";
import type { RequestedSelection } from "../../../graph/selection.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { dates, equalTo, numbers, type QueryFilter, textFilter } from "../../../http/query-filters.ts";
import { body, ok, optional } from "../../../http/routes.ts";
import { selectingFrom } from "../../../http/selection-check.ts";
import { namesFrom } from "../v1-shapes.ts";
import type { TargetKind } from "./tax-rate.ts";
import { countedTaxRate } from "./taxes-graph.ts";

const text = Type.String({ minLength: 1, maxLength: 255 });
const ids = Type.Array(text, { maxItems: 10_000 });
const rate = Type.Unsafe<number | null>({
  type: ["number", "null"],
  minimum: 0,
  maximum: 100,
  description: "In percent.",
});
const targets = {
  products: optional(ids),
  product_types: optional(ids),
  shipping_options: optional(ids),
};

export const newTaxRateBody = body({
  code: text,
  name: text,
  region_id: text,
  rate: optional(rate),
  ...targets,
});

const codeOrNone = Type.Unsafe<string | null>({ type: ["string", "null"], minLength: 1, maxLength: 255 });

export const taxRateChangesBody = body({
  code: optional(codeOrNone),
  name: optional(text),
  region_id: optional(text),
  rate: optional(rate),
  ...targets,
});

/** `{ products: [id] }` and so on. */
export const targetsBody = (kind: TargetKind) =>
  Type.Object({ [kind]: ids } as Record<TargetKind, typeof ids>, { additionalProperties: false });

export const adminTaxRate = {
  entity: countedTaxRate,
  fields: ["id", "rate", "code", "name", "region_id", "created_at", "updated_at"],
};

const names = (description: string) =>
  Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 200 })], { description });
const fields = names("Fields to return, as an array or separated by commas; `id` is always there.");
const expand = names("Relations to return, as an array or separated by commas.");

const selection = Type.Object(
  { fields: Type.Optional(fields), expand: Type.Optional(expand) },
  { additionalProperties: false },
);

export const taxSelectionQuery = selectingFrom(
  (query) => ({ view: adminTaxRate, selection: selectionOf(query) }),
  selection,
);

export function selectionOf<Query extends { fields?: unknown; expand?: unknown }>(
  query: Query,
): Query & RequestedSelection {
  return { ...query, fields: namesFrom(query.fields), expand: namesFrom(query.expand) };
}

const selects = (schema: typeof fields): QueryFilter => ({ schema, toFilters: () => [] });

/** Tax rates are hard-deleted, so no rate matches a filter by deletion date. */
const neverDeleted: QueryFilter = {
  schema: dates().schema,
  toFilters: () => [
    { kind: "custom", condition: { name: "tax-rate-never", sql: (_, p) => `${p}::boolean` }, value: false },
  ],
};

export const adminTaxRates = listQuery({
  view: adminTaxRate,
  limit: 50,
  takes: ["order"],
  search: ["name", "code"],
  filters: {
    region_id: textFilter({ comparisons: false }),
    name: equalTo(),
    code: equalTo(),
    rate: numbers({ fractions: true }),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: neverDeleted,
    fields: selects(fields),
    expand: selects(expand),
  },
});

export const taxRateResponseSchema = ok({ tax_rate: shown("AdminTaxRate", adminTaxRate) });

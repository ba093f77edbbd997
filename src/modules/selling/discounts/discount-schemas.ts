import { type Static, Type } from "typebox";
import type { Condition } from "../../../graph/filter.ts";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { dates, equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional } from "../../../http/routes.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { allocations, operators, ruleTypes } from "./discount-rule.ts";
import {
  discount,
  discountCondition,
  discountStates,
  isInState,
  ruleHasAllocation,
  ruleHasType,
} from "./discounts-graph.ts";

const MAX_RESOURCES = 10_000;

const oneOf = <Value extends string>(values: readonly Value[], description?: string) =>
  Type.Unsafe<Value>({ type: "string", enum: [...values], ...(description ? { description } : {}) });

const id = Type.String({ minLength: 1 });
const ids = Type.Array(id, { maxItems: MAX_RESOURCES });

/** A condition is about exactly one of them. */
const resources = {
  products: optional(ids),
  product_types: optional(ids),
  product_collections: optional(ids),
  product_tags: optional(ids),
  customer_groups: optional(ids),
};

const operator = oneOf(
  operators,
  "Whether the condition includes its resources (`in`) or excludes them (`not_in`).",
);

export const newConditionBody = body({ operator, ...resources });

const sentConditionBody = body({
  id: optional(
    Type.String({ minLength: 1, description: "Changes this condition; without it a condition is added." }),
  ),
  operator: optional(operator),
  ...resources,
});

export const conditionResourcesBody = body(resources);

export const resourcesBody = body({
  resources: Type.Array(body({ id }), {
    minItems: 1,
    maxItems: MAX_RESOURCES,
    description: "Resources of the kind of the condition.",
  }),
});

export const adminCondition = {
  entity: discountCondition,
  fields: ["id", "type", "operator", "discount_rule_id", "created_at", "updated_at"],
  relations: ["discount_rule"],
};

/** Five kinds of resources with two operators. */
const MAX_CONDITIONS = 10;

const code = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "The code that customers enter. Surrounding spaces and upper or lower case are ignored.",
});
const description = optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 10_000 }));
const value = Type.Integer({
  minimum: 0,
  maximum: MAX_AMOUNT,
  description: "Percent, or an amount in the minor unit of the region's currency. Free shipping has none: 0.",
});
const allocation = oneOf(allocations, "Whether a fixed amount reduces the total or each item.");
const regions = Type.Array(Type.String({ minLength: 1 }), {
  maxItems: 1_000,
  description: "Ids of the regions it is valid in; one for a fixed amount, at least one for the others.",
});
const usageLimit = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  minimum: 1,
  maximum: MAX_AMOUNT,
  description: "How often the code can be used; null for no limit.",
});

const terms = {
  is_disabled: optional(Type.Boolean({ description: "A disabled discount cannot be used." })),
  starts_at: optional(Type.String({ format: "moment", description: "The default is now." })),
  ends_at: optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      format: "moment",
      description: "Null for no end.",
    }),
  ),
  valid_duration: optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      maxLength: 100,
      description: "How long its dynamic codes are valid: an ISO 8601 duration such as `P3D`.",
    }),
  ),
  usage_limit: optional(usageLimit),
  metadata: optional(metadata),
};

export const newDiscountBody = body({
  code,
  rule: body({
    description,
    type: oneOf(ruleTypes),
    value,
    allocation,
    conditions: optional(Type.Array(newConditionBody, { maxItems: MAX_CONDITIONS })),
  }),
  is_dynamic: optional(Type.Boolean({ description: "The discount can have dynamic codes." })),
  ...terms,
  regions,
  ...fieldsOfNewRow("discount"),
});

export const discountChangesBody = body({
  code: optional(code),
  rule: optional(
    body({
      id: Type.String({ minLength: 1 }),
      description,
      value: optional(value),
      allocation: optional(allocation),
      conditions: optional(
        Type.Array(sentConditionBody, {
          maxItems: MAX_CONDITIONS,
          description: "Conditions that are not listed stay unchanged.",
        }),
      ),
    }),
  ),
  ...terms,
  regions: optional(regions),
  ...fieldsOfRow("discount"),
});

type Period = Pick<Static<typeof discountChangesBody>, "starts_at" | "ends_at">;

/** Parses the dates. Undefined fields stay undefined, because they are not changed. */
export const withDates = <Sent extends Period>({ starts_at, ends_at, ...rest }: Sent) => ({
  ...rest,
  ...(starts_at === undefined ? {} : { starts_at: parseTimestamp(starts_at)! }),
  ...(ends_at === undefined ? {} : { ends_at: ends_at === null ? null : parseTimestamp(ends_at) }),
});

export const dynamicCodeBody = body({
  code,
  usage_limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_AMOUNT,
      description: "Ignored: a code has the limit of its discount.",
    }),
  ),
  metadata: optional(metadata),
});

export const adminDiscount = {
  entity: discount,
  relations: ["parent_discount", "regions", "rule", "rule.conditions"],
};

/** `rule[type]=fixed&rule[allocation]=item` */
const byRule: QueryFilter = {
  schema: Type.Object(
    { type: optional(oneOf(ruleTypes)), allocation: optional(oneOf(allocations)) },
    { additionalProperties: false },
  ),
  toFilters: (sent) => {
    const { type, allocation: allocated } = sent as { type?: string; allocation?: string };
    const conditions: [Condition, string | undefined][] = [
      [ruleHasType, type],
      [ruleHasAllocation, allocated],
    ];
    return conditions.flatMap(([condition, each]) =>
      each === undefined ? [] : [{ kind: "custom", condition, value: each }],
    );
  },
};

const byState: QueryFilter = {
  schema: oneOf(
    discountStates,
    "`scheduled` ones begin later, `used_up` ones have reached their limit, `active` ones can be used now.",
  ),
  toFilters: (value) => [{ kind: "custom", condition: isInState, value }],
};

const byParent: QueryFilter = {
  schema: Type.String({
    description: "The dynamic codes of this discount; `null` finds discounts, without dynamic codes.",
  }),
  toFilters: (value) =>
    value === "null"
      ? [{ kind: "missing", column: "parent_discount_id" }]
      : [{ kind: "equals", column: "parent_discount_id", value }],
};

export const adminDiscounts = listQuery({
  view: adminDiscount,
  limit: 20,
  search: ["code"],
  searchesFields: true,
  filters: {
    rule: byRule,
    is_dynamic: equalTo("boolean"),
    is_disabled: equalTo("boolean"),
    state: byState,
    parent_discount_id: byParent,
    created_at: dates(),
    updated_at: dates(),
  },
});

export const conditionAnswer = ok({ discount_condition: shown("AdminDiscountCondition", adminCondition) });

export const deletedCondition = ok({
  id: Type.String(),
  object: Type.String(),
  deleted: Type.Boolean(),
  discount: shown("AdminDiscount", adminDiscount),
});

export const discountAnswer = ok({ discount: shown("AdminDiscount", adminDiscount) });

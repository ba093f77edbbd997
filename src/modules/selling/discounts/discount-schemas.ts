import { Type } from "typebox";
import type { Condition } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { dates, equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional, view } from "../../../http/routes.ts";
import { newConditionBody, oneOf, sentConditionBody } from "./condition-schemas.ts";
import { allocations, ruleTypes } from "./discount-rule.ts";
import { discount, ruleHasAllocation, ruleHasType } from "./discounts-graph.ts";

const MAX_INT = 2_147_483_647;
/** Five kinds of things, in or not in. */
const MAX_CONDITIONS = 10;

const code = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "What shoppers type. Blanks around it do not count, nor does upper or lower case.",
});
const description = optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 10_000 }));
const value = Type.Integer({
  minimum: 0,
  maximum: MAX_INT,
  description: "Percent, or an amount in the minor unit of the region's currency. Free shipping has none: 0.",
});
const allocation = oneOf(allocations, "Whether a fixed amount is taken off the total or off each item.");
const regions = Type.Array(Type.String({ minLength: 1 }), {
  maxItems: 1_000,
  description: "Ids of the regions it is valid in; one for a fixed amount, at least one for the others.",
});
const usageLimit = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  minimum: 1,
  maximum: MAX_INT,
  description: "How often it can be used; null for any number of times.",
});

const terms = {
  is_disabled: optional(Type.Boolean({ description: "Nobody can use it." })),
  starts_at: optional(Type.String({ format: "moment", description: "Now, unless said otherwise." })),
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
      description: "How long dynamic codes made from it are valid: an ISO 8601 duration such as `P3D`.",
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
  is_dynamic: optional(Type.Boolean({ description: "Codes of their own can be made from it." })),
  ...terms,
  regions,
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
          description: "Conditions that are not named stay as they are.",
        }),
      ),
    }),
  ),
  ...terms,
  regions: optional(regions),
});

export const dynamicCodeBody = body({
  code,
  usage_limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_INT,
      description: "Taken, but a code has the limit of the discount it is made from.",
    }),
  ),
  metadata: optional(metadata),
});

export const discountAnswer = ok({ discount: view("discount") });

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
    const wanted: [Condition, string | undefined][] = [
      [ruleHasType, type],
      [ruleHasAllocation, allocated],
    ];
    return wanted.flatMap(([condition, each]) =>
      each === undefined ? [] : [{ kind: "custom", condition, value: each }],
    );
  },
};

export const adminDiscounts = listQuery({
  view: adminDiscount,
  limit: 20,
  search: ["code"],
  filters: {
    rule: byRule,
    is_dynamic: equalTo("boolean"),
    is_disabled: equalTo("boolean"),
    created_at: dates(),
    updated_at: dates(),
  },
});

import { Type } from "typebox";
import { body, ok, optional, view } from "../../../http/routes.ts";
import { operators } from "./discount-condition.ts";
import { discountCondition } from "./discounts-graph.ts";

const MAX_RESOURCES = 10_000;

export const oneOf = <Value extends string>(values: readonly Value[], description?: string) =>
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

const operator = oneOf(operators, "Whether what it is about is meant, or everything else.");

export const newConditionBody = body({ operator, ...resources });

export const sentConditionBody = body({
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
    description: "Of the kind that the condition is about.",
  }),
});

export const conditionAnswer = ok({ discount_condition: view("discount_condition") });

export const deletedCondition = ok({
  id: Type.String(),
  object: Type.String(),
  deleted: Type.Boolean(),
  discount: view("discount"),
});

export const adminCondition = {
  entity: discountCondition,
  fields: ["id", "type", "operator", "discount_rule_id", "created_at", "updated_at"],
  relations: ["discount_rule"],
};

import { duplicate, invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { Discount } from "./discount.ts";

export const ruleTypes = ["fixed", "percentage", "free_shipping"] as const;
export const allocations = ["total", "item"] as const;

export type RuleType = (typeof ruleTypes)[number];
export type Allocation = (typeof allocations)[number];

export interface DiscountRule {
  id: string;
  description: string | null;
  type: RuleType;
  /** Percent, or minor units of the currency of the region. */
  value: number;
  allocation: Allocation | null;
}

export interface NewRule {
  description?: string | null;
  type: RuleType;
  value: number;
  allocation: Allocation;
}

/** The type of a rule cannot change, because its code may already be published. */
export interface RuleChanges {
  id: string;
  description?: string | null;
  value?: number;
  allocation?: Allocation;
}

export const ruleFrom = (id: string, input: NewRule): DiscountRule =>
  checked({
    id,
    description: input.description ?? null,
    type: input.type,
    value: input.value,
    allocation: input.allocation,
  });

export const withRuleChanges = (rule: DiscountRule, changes: RuleChanges): DiscountRule =>
  checked({
    ...rule,
    description: changes.description === undefined ? rule.description : changes.description,
    value: changes.value ?? rule.value,
    allocation: changes.allocation ?? rule.allocation,
  });

function checked(rule: DiscountRule): DiscountRule {
  if (rule.type === "percentage" && rule.value > 100) {
    throw invalid("Discount value above 100 is not allowed when type is percentage");
  }
  return rule;
}

/** A new discount needs a region. As in v1, all regions may be removed later. */
export function checkFirstRegions(type: RuleType, regionIds: readonly string[]): void {
  if (regionIds.length === 0) throw invalid("Discount must have at least 1 region");
  checkRegions(type, regionIds);
}

/** A fixed amount has one currency. */
export function checkRegions(type: RuleType, regionIds: readonly string[]): void {
  if (type === "fixed" && regionIds.length > 1) throw invalid("Fixed discounts can have one region");
}

export function checkHasRegions({ code, parent_discount_id }: Discount): void {
  if (parent_discount_id !== null) {
    throw notAllowed(`The dynamic code ${code} is valid in the regions of its discount`);
  }
}

export const unknownRegions = (ids: readonly string[]) =>
  new Refusal("not_found", `Region with ${ids.join(", ")} was not found`);

export const otherRule = (ruleId: string, discountId: string) =>
  new Refusal("not_found", `Rule with id ${ruleId} does not belong to Discount with id ${discountId}`);

/** The kinds of resources of a condition. */
export const conditionKinds = [
  "products",
  "product_types",
  "product_collections",
  "product_tags",
  "customer_groups",
] as const;

export const operators = ["in", "not_in"] as const;

export type ConditionKind = (typeof conditionKinds)[number];
type Operator = (typeof operators)[number];

export interface DiscountCondition {
  id: string;
  type: ConditionKind;
  operator: Operator;
  discount_rule_id: string;
}

/** Ids by kind. A condition has resources of one kind. */
export type Resources = Partial<Record<ConditionKind, string[]>>;

export type NewCondition = Resources & { operator: Operator };

/** Without an id the condition is new. */
export type SentCondition = Resources & { id?: string; operator?: Operator };

/** The message of v1: a sentence for each kind, which it names first. */
const onlyOne = (kind: ConditionKind, kinds: readonly ConditionKind[]): string =>
  `Only one of ${[kind, ...kinds.filter((each) => each !== kind)].join(", ")} is allowed`;

/** The sent kind and its ids. */
export function resourcesOf(sent: Resources): { kind: ConditionKind; ids: string[] } {
  const kinds = conditionKinds.filter((each) => sent[each] !== undefined);
  if (kinds.length > 1) throw invalid(kinds.map((each) => onlyOne(each, kinds)).join(", "));
  const kind = kinds[0];
  const ids = kind ? sent[kind]! : [];
  if (!kind || ids.length === 0) {
    throw invalid("Missing one of products, collections, tags, types or customer groups in data");
  }
  return { kind, ids };
}

export function operatorOf({ operator }: SentCondition): Operator {
  if (!operator) throw invalid("operator is required for a new condition");
  return operator;
}

/** The kind of a condition never changes. */
export function checkKind(condition: DiscountCondition, kind: ConditionKind): void {
  if (condition.type !== kind) {
    throw invalid(`Condition with id ${condition.id} is about ${condition.type}, not about ${kind}`);
  }
}

export const unknownCondition = (id: string) => notFound("DiscountCondition", id);

export interface ConditionIds {
  discountId: string;
  conditionId: string;
}

export const otherCondition = (
  { conditionId, discountId }: ConditionIds,
  type: "invalid_data" | "not_found" = "invalid_data",
) => new Refusal(type, `Condition with id ${conditionId} does not belong to Discount with id ${discountId}`);

export const conditionTaken = ({ type, operator }: DiscountCondition) =>
  duplicate(
    `Discount Condition with operator '${operator}' and type '${type}' already exist on a Discount Rule`,
  );

import { invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
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

/** The type of a rule never changes: what was promised to the holders of a code stays the same kind of thing. */
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

/** A discount starts somewhere; as in v1, it may lose its regions later, and is then valid nowhere. */
export function checkFirstRegions(type: RuleType, regionIds: readonly string[]): void {
  if (regionIds.length === 0) throw invalid("Discount must have at least 1 region");
  checkRegions(type, regionIds);
}

/** An amount of money is an amount of one currency. */
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

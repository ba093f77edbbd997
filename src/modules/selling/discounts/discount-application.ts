import { invalid, notAllowed, type Refusal } from "../../../kernel/refusal.ts";
import type { Allocation, RuleType } from "./discount-rule.ts";

/** A discount as somebody who wants to use it sees it. */
export interface ApplicableDiscount {
  id: string;
  code: string;
  isDisabled: boolean;
  startsAt: string;
  endsAt: string | null;
  usageLimit: number | null;
  usageCount: number;
  /** Its own, or those of the discount that a dynamic code was made from. */
  regionIds: string[];
  ruleId: string;
  ruleType: RuleType;
  ruleValue: number;
  allocation: Allocation | null;
  /** It is only for customers of some groups, or not for those of others. */
  needsCustomerGroup: boolean;
  customerFits: boolean;
}

export interface Applying {
  regionId: string;
  customerId: string | null;
  now: Date;
}

/** Why the discount cannot be used, the first reason of several; null when it can. */
export function refusalOf(
  discount: ApplicableDiscount,
  { regionId, customerId, now }: Applying,
): Refusal | null {
  const { code, usageLimit, usageCount, startsAt, endsAt } = discount;
  if (usageLimit !== null && usageCount >= usageLimit) {
    return notAllowed(`Discount ${code} has been used maximum allowed times`);
  }
  if (new Date(startsAt) > now) return notAllowed(`Discount ${code} is not valid yet`);
  if (endsAt !== null && new Date(endsAt) < now) return notAllowed(`Discount ${code} is expired`);
  if (discount.isDisabled) return notAllowed(`The discount code ${code} is disabled`);
  if (customerId === null && discount.needsCustomerGroup) {
    return notAllowed(`Discount ${code} is only valid for specific customer`);
  }
  if (!discount.regionIds.includes(regionId)) {
    return invalid("The discount is not available in current region");
  }
  if (discount.needsCustomerGroup && !discount.customerFits) {
    return notAllowed(`Discount ${code} is not valid for customer`);
  }
  return null;
}

/** Why a discount on a cart cannot be used when the cart is completed. */
type Lapse = "disabled" | "not started" | "ended" | "used up";

export interface LapsedDiscount {
  id: string;
  code: string | null;
  lapse: Lapse;
}

const lapses: Record<Lapse, { code: string; text: string }> = {
  disabled: { code: "discount_disabled", text: "is disabled" },
  "not started": { code: "discount_not_started", text: "is not valid yet" },
  ended: { code: "discount_expired", text: "is expired" },
  "used up": { code: "discount_usage_limit", text: "has been used maximum allowed times" },
};

/** One reason at a time, with all the discounts that it holds for. */
export function lapsedRefusal(lapsed: readonly LapsedDiscount[]): Refusal {
  const { lapse } = lapsed[0]!;
  const named = lapsed.filter((each) => each.lapse === lapse).map(({ id, code }) => code ?? id);
  return notAllowed(`Discount ${named.join(", ")} ${lapses[lapse].text}`, lapses[lapse].code);
}

/** Of discounts in the order in which they were sent: free shipping in any number, and the last of the others. */
export function keptOf<Sent extends { ruleType: RuleType }>(discounts: readonly Sent[]): Sent[] {
  const lastOther = discounts.findLast(({ ruleType }) => ruleType !== "free_shipping");
  return discounts.filter((discount) => discount.ruleType === "free_shipping" || discount === lastOther);
}

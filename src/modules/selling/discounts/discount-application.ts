import { invalid, notAllowed, type Refusal } from "../../../kernel/refusal.ts";
import type { Allocation, RuleType } from "./discount-rule.ts";

/** The data that decides whether a discount can be used. */
export interface ApplicableDiscount {
  id: string;
  code: string;
  isDisabled: boolean;
  startsAt: string;
  endsAt: string | null;
  usageLimit: number | null;
  usageCount: number;
  /** For a dynamic code those of its parent discount. */
  regionIds: string[];
  ruleId: string;
  ruleType: RuleType;
  ruleValue: number;
  allocation: Allocation | null;
  /** Whether it has conditions on customer groups. */
  needsCustomerGroup: boolean;
  customerFits: boolean;
}

export interface DiscountUse {
  regionId: string;
  customerId: string | null;
  now: Date;
}

/** The first reason why the discount cannot be used; null if it can. */
export function discountRefusal(
  discount: ApplicableDiscount,
  { regionId, customerId, now }: DiscountUse,
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

/** States one reason, and all discounts that it applies to. */
export function lapsedRefusal(lapsed: readonly LapsedDiscount[]): Refusal {
  const { lapse } = lapsed[0]!;
  const named = lapsed.filter((each) => each.lapse === lapse).map(({ id, code }) => code ?? id);
  return notAllowed(`Discount ${named.join(", ")} ${lapses[lapse].text}`, lapses[lapse].code);
}

/** A cart may have any number of free-shipping discounts, and the last of the others in the order of the request. */
export function combinableDiscounts<Sent extends { ruleType: RuleType }>(discounts: readonly Sent[]): Sent[] {
  const lastOther = discounts.findLast(({ ruleType }) => ruleType !== "free_shipping");
  return discounts.filter((discount) => discount.ruleType === "free_shipping" || discount === lastOther);
}

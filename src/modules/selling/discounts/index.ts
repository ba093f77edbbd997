export {
  countDiscountUses,
  findApplicableDiscounts,
  findEligibleProducts,
  refuseLapsedDiscounts,
} from "./applicable-discount-store.ts";
export { normalCode } from "./discount.ts";
export { type ApplicableDiscount, combinableDiscounts, discountRefusal } from "./discount-application.ts";
export { createDynamicCodes } from "./discount-changes.ts";
export { discountFields } from "./discount-store.ts";
export { productIsEligible } from "./discounts-graph.ts";
export { checkDynamicDiscount, listCodes } from "./dynamic-codes-store.ts";
export { showDiscount } from "./use-cases/show-discount.ts";

export {
  countDiscountUses,
  findApplicableDiscounts,
  refuseLapsedDiscounts,
} from "./applicable-discount-store.ts";
export { normalCode } from "./discount.ts";
export { type ApplicableDiscount, keptOf, refusalOf } from "./discount-application.ts";
export { productIsEligible } from "./discount-eligibility-graph.ts";
export { discountRoutes } from "./discount-routes.ts";
export { checkDynamicDiscount, listCodes } from "./dynamic-codes-store.ts";
export { findEligibleProducts } from "./eligible-products-store.ts";
export { createDynamicCodes } from "./use-cases/create-dynamic-codes.ts";

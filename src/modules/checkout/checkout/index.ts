export { checkoutRoutes } from "./checkout-routes.ts";
export { paymentHookRoutes } from "./payment-hook-routes.ts";
export { payByHand } from "./use-cases/pay-by-hand.ts";

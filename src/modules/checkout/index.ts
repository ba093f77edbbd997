export { checkoutRoutes } from "./checkout-routes.ts";
export { paymentHookRoutes } from "./payment-hook-routes.ts";

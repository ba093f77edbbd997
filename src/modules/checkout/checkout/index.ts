export { checkoutRoutes } from "./checkout-routes.ts";
export { draftPaymentRoutes } from "./draft-payment-routes.ts";
export { paymentHookRoutes } from "./payment-hook-routes.ts";

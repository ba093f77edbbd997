export { checkoutRoutes, draftPaymentRoutes, paymentHookRoutes } from "./checkout-routes.ts";

export { type Cart, isFreeShipping, type PaymentSession, selectedSession, stockLinesOf } from "./cart.ts";
export { cartLineRoutes } from "./cart-line-routes.ts";
export { cartRoutes } from "./cart-routes.ts";
export { cartWithCustomer } from "./cart-schemas.ts";
export { lockCart, lockCartRow, readCart } from "./cart-store.ts";
export { type CartTaxes, countedAdjustments, goodsOf, totalsOf } from "./cart-totals.ts";
export { type Authorized, giveUpSession, markCompleted, saveSessionStatus } from "./completion-store.ts";
export { replaceAdjustments } from "./line-store.ts";
export { paymentSessionRoutes } from "./payment-session-routes.ts";
export type { CartDeps } from "./use-cases/deps.ts";
export { findTaxes, knownTaxes } from "./use-cases/find-taxes.ts";
export {
  preparePaymentSessions,
  refreshPaymentSession,
  selectPaymentSession,
} from "./use-cases/payment-sessions.ts";
export { providerOf } from "./use-cases/run-errands.ts";
export { type Onlooker, showCart } from "./use-cases/show-cart.ts";

export { expireCarts } from "./abandoned-carts-store.ts";
export { deleteForeignAgreements, insertAgreedPricesOfRegion } from "./agreed-shipping-store.ts";
export { openCart, readCart } from "./cache/index.ts";
export {
  areTaxesShown,
  type ById,
  type Cart,
  type CartAddress,
  type CartCustomer,
  type CartFacts,
  isFreeShipping,
  isSold,
  refuseCompleted,
  returnedPiecesOf,
  selectedSession,
  stockLinesOf,
} from "./cart.ts";
export { copyAddressToCarts } from "./cart-address-store.ts";
export type { SentAddress } from "./cart-addresses.ts";
export type { CartChanges } from "./cart-changes.ts";
export { type CartContext, readCartContext } from "./cart-context-store.ts";
export { cartFacts } from "./cart-facts-graph.ts";
export { cartLineRoutes } from "./cart-line-routes.ts";
export { discountsOfCarts } from "./cart-links-store.ts";
export { checkedChannel } from "./cart-place.ts";
export { cartRoutes } from "./cart-routes.ts";
export { addressBody, cartWithCustomer, codesBody } from "./cart-schemas.ts";
export { insertCart, lockCartRow } from "./cart-store.ts";
export { type CartTaxes, countedAdjustments, goodsOf, noTaxes, totalsOf } from "./cart-totals.ts";
export { toCartView } from "./cart-view.ts";
export { type Authorized, markCompleted } from "./completion-store.ts";
export { deleteCart } from "./discard-store.ts";
export { type Line, refuseHuge, type WantedLine } from "./line.ts";
export { type Errand, preparedSessions } from "./payment-session.ts";
export { paymentSessionRoutes } from "./payment-session-routes.ts";
export type { PromisedCart, PromisedLine } from "./promised-cart.ts";
export { linesShippedBy, parcelOf } from "./shipping-choice.ts";
export { deleteOldTaxAnswers } from "./tax-answer-store.ts";
export { toProviderAddress, toProviderCustomer } from "./tax-calculation.ts";
export { askCarrier } from "./use-cases/ask-carrier.ts";
export type { CartDeps } from "./use-cases/deps.ts";
export { discardCart } from "./use-cases/discard-cart.ts";
export { findTaxes, knownTaxes, readable as usableTaxLines } from "./use-cases/find-taxes.ts";
export { askedLines, promisedLines } from "./use-cases/lines-for.ts";
export { installedProviders, providerOf } from "./use-cases/payment-provider.ts";
export { preparePaymentSessions } from "./use-cases/payment-sessions.ts";
export { promiseCart } from "./use-cases/promise-cart.ts";
export {
  changePromisedLine,
  type PromisedLineChange,
  promiseLine,
  takeBackLine,
} from "./use-cases/promise-line.ts";
export { rebuildAdjustments } from "./use-cases/rebuild-adjustments.ts";
export { askForSession, closeSession, runErrands } from "./use-cases/run-errands.ts";
export { showCart } from "./use-cases/show-cart.ts";
export { updateCartAnd } from "./use-cases/update-cart.ts";
export { withTaxedCart } from "./use-cases/with-taxed-cart.ts";

export { cachedCartRows, openCart, readCart } from "./cache/index.ts";
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
export type { CartDeps } from "./cart-deps-type.ts";
export { cartFacts } from "./cart-facts-graph.ts";
export { checkedChannel } from "./cart-region.ts";
export { deleteCart } from "./cart-removal-store.ts";
export { addressBody, cartWithCustomer, codesBody, relationsAddedToCarts } from "./cart-schemas.ts";
export { deleteForeignAgreements, insertAgreedPricesOfRegion } from "./cart-shipping-store.ts";
export {
  type AuthorizedSession,
  cartFields,
  discountsOfCarts,
  insertCart,
  lockCartRow,
  markCompleted,
  readCartIn,
} from "./cart-store.ts";
export { type CartTaxes, countedAdjustments, goodsOf, noTaxes, totalsOf } from "./cart-totals.ts";
export { toCartView } from "./cart-view.ts";
export { chosenRates, ratesWithoutService } from "./chosen-taxes.ts";
export type { DraftCart, DraftLine } from "./draft-cart.ts";
export { cartEvents } from "./events.ts";
export { exceedsAgreed, type Line, type LineRequest } from "./line.ts";
export { type ProviderCall, preparedSessions } from "./payment-session.ts";
export { toProviderAddress, toProviderCustomer } from "./provider-requests.ts";
export { refuseByCartRules, shopCartOf, shopTotalsOf } from "./rule-cart.ts";
export { linesShippedBy, parcelOf } from "./shipping-choice.ts";
export { addShippingMethod } from "./use-cases/add-shipping-method.ts";
export { rebuildAdjustments } from "./use-cases/apply-codes.ts";
export {
  callPaymentProviders,
  closeSession,
  installedProviders,
  openOrUpdateSession,
  providerOf,
} from "./use-cases/call-payment-providers.ts";
export { createDraftCart } from "./use-cases/create-draft-cart.ts";
export { discardCart } from "./use-cases/discard-cart.ts";
export {
  addDraftCartLine,
  type DraftLineChange,
  removeDraftCartLine,
  updateDraftCartLine,
} from "./use-cases/draft-cart-lines.ts";
export { findTaxes, knownTaxes, usableTaxLines, withTaxedCart } from "./use-cases/find-taxes.ts";
export { preparePaymentSessions, selectPaymentSession } from "./use-cases/payment-sessions.ts";
export { adminLines, customerLines } from "./use-cases/priced-lines.ts";
export { listShippingOptions, quoteShipping } from "./use-cases/quote-shipping.ts";
export { type CartViewer, showCart } from "./use-cases/show-cart.ts";
export { updateCartAnd } from "./use-cases/update-cart.ts";

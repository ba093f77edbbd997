export { type GiftCardCharge, giftCardRefusal } from "./gift-card.ts";
export {
  consumeGiftCards,
  issueGiftCards,
  refuseSpentGiftCards,
  settleGiftCardsOfCanceledOrder,
  takeFromGiftCard,
} from "./gift-card-changes.ts";
export { withMaskedCodes } from "./gift-card-codes.ts";
export { findGiftCardsForCart } from "./gift-card-payment-store.ts";
export { rateOfUse } from "./gift-cards-graph.ts";
export { countingUnknownCards, giftCardGuess } from "./use-cases/show-gift-card.ts";

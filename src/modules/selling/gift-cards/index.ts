export { refusalOf, type Taking } from "./gift-card-payment.ts";
export { findGiftCardsForCart } from "./gift-card-payment-store.ts";
export { rateOfUse } from "./gift-card-rate-graph.ts";
export { giftCardRoutes } from "./gift-card-routes.ts";
export { giftCardGuess } from "./guess.ts";
export { consumeGiftCards } from "./use-cases/consume-gift-cards.ts";
export { issueGiftCards } from "./use-cases/issue-gift-cards.ts";
export { refuseSpentGiftCards, settleGiftCardsOfCanceledOrder } from "./use-cases/settle-canceled-order.ts";

export {
  cancelSession,
  hasPaid,
  saveOpenedSession,
  savePaymentSessions,
  saveSessionStatus,
  sessionAuthorized,
} from "./cart-session-store.ts";
export {
  authorizeCollectionSession,
  cancelCollectionSessions,
  replaceCollectionSessions,
  saveCollectionSessionStatus,
  saveOpenedCollectionSession,
} from "./collection-session-store.ts";
export type { PaymentSession } from "./payment-session.ts";

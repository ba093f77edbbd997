export { lockCollectionAndPayments } from "./collection-payment-store.ts";
export type { PaymentCollection } from "./payment-collection.ts";
export { changeAmount, createCollection } from "./payment-collection-changes.ts";
export { paymentCollectionWork } from "./payment-collection-jobs.ts";
export { findCollection } from "./payment-collection-store.ts";
export { cancelCollection, closeCollection, removeCollection } from "./use-cases/cancel-collection.ts";
export { handleCollectionNotification, isCollectionId } from "./use-cases/handle-collection-notification.ts";
export { assignCollectionToOrder } from "./use-cases/record-payment.ts";

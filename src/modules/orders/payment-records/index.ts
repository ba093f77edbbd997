export {
  assignPaymentsToOrder,
  insertPayment,
  markCaptured,
  paymentsInserted,
  paymentsUpdated,
  refundsSaved,
  waivePayments,
} from "./payment-store.ts";

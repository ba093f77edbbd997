export {
  assignPaymentsToOrder,
  insertPayment,
  markCaptured,
  paymentsInserted,
  paymentsMoved,
  refundsBooked,
  waivePayments,
} from "./payment-store.ts";

/*
 * Writes the rows of payments and refunds. The rules are in orders/payments, which imports orders; a new order has a payment, too.
 */
export {
  assignPaymentsToOrder,
  insertPayment,
  insertRefund,
  markCaptured,
  paymentsInserted,
  paymentsUpdated,
  refundsSaved,
  waivePayments,
} from "./payment-rows-store.ts";

export { waivePayments } from "../payment-rows/index.ts";
export { paymentEvents } from "./events.ts";
export {
  type CancelResult,
  paymentBusy,
  type RecordedRefund,
  type RefundPlan,
  type RefundReason,
  type RequestKey,
  refundKeyPrefixes,
  refundReasons,
} from "./payment-operation.ts";
export {
  hasPendingOperations,
  hasPendingRefunds,
  isOperationPending,
  refundedFor,
} from "./payment-operation-store.ts";
export { paymentWork } from "./payments-jobs.ts";
export { requestKeyOf } from "./payments-schemas.ts";
export { applyRefunds, applySwapCaptures } from "./use-cases/apply-results.ts";
export { cancelPayments, capturePayments, recordExternalCapture } from "./use-cases/capture-payments.ts";
export type { MoneyDeps } from "./use-cases/deps.ts";
export { withRefund } from "./use-cases/with-refund.ts";

export { waivePayments } from "../payment-records/index.ts";
export type {
  BookedRefund,
  CancelResult,
  RefundPlan,
} from "./movement.ts";
export { stillUnderWay } from "./movement.ts";
export { areMoved, areRefunded, isBegunFor, refundedFor } from "./movement-store.ts";
export { orderPaymentRoutes } from "./order-payment-routes.ts";
export { paymentRoutes } from "./payment-routes.ts";
export { paymentWork } from "./payments-jobs.ts";
export { applySwapCaptures } from "./use-cases/apply-swap-captures.ts";
export { cancelPayments, capturePayments } from "./use-cases/capture-payments.ts";
export type { MoneyDeps } from "./use-cases/deps.ts";
export { noteCaptured } from "./use-cases/note-captured.ts";
export { withRefund } from "./use-cases/with-refund.ts";

export {
  findLineRefunds,
  moveRefundedPiecesToEdit,
  type ShownLineRefund,
} from "./line-refund-store.ts";

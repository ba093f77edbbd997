export {
  cancelClaimRow,
  deleteClaimRow,
  insertClaimRow,
  markClaimRefunded,
  type NewClaim,
  saveClaimFulfillment,
  updateClaimRow,
} from "./claim-store.ts";
export {
  cancelSwapRow,
  deleteSwapRow,
  insertSwap,
  type SettledStatus,
  type SwapConfirmation,
  saveSwapConfirmation,
  saveSwapFulfillment,
  saveSwapPayment,
  saveSwapSettlement,
} from "./swap-store.ts";

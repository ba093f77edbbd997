/*
 * Writes the rows of swaps and claims. The rules are in the area after-sale; payments and fulfilments of this area, which is below
 * it, write these rows too.
 */
export {
  cancelClaimRow,
  deleteClaimRow,
  insertClaimRow,
  markClaimRefunded,
  type NewClaim,
  saveClaimFulfillment,
  updateClaimRow,
} from "./claim-rows-store.ts";
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
} from "./swap-rows-store.ts";

export { swapEventData, swapOf } from "./swap.ts";
export { confirmedSwap } from "./swap-schemas.ts";
export { canceledSwap, confirmedStatus, requireSwapAllows } from "./swap-state.ts";
export { findConfirmedSwap, readSwapOfCart, saveConfirmation } from "./swap-store.ts";
export { creditConfirmedSwap, giveCredit } from "./use-cases/credit-difference.ts";
export { processPayment } from "./use-cases/process-payment.ts";
export { showConfirmedSwap } from "./use-cases/show-swap.ts";

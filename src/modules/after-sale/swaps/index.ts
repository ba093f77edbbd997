export { orderSwapRoutes } from "./order-swap-routes.ts";
export { storeSwapRoutes } from "./store-swap-routes.ts";
export { swapOf, toldOf } from "./swap.ts";
export { swapRoutes } from "./swap-routes.ts";
export { allowSwap, canceledSwap, confirmedStatus } from "./swap-state.ts";
export { findConfirmedSwap, readSwapOfCart } from "./swap-store.ts";
export { saveConfirmation } from "./use-cases/save-confirmation.ts";
export { showConfirmedSwap } from "./use-cases/show-swap.ts";

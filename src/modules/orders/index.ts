export { markCaptured } from "./captured-payment-store.ts";
export { placedOrder } from "./order-schemas.ts";
export { findOrderOfCart, insertOrder, takeOverGoods } from "./order-store.ts";
export { showOrder } from "./use-cases/show-order.ts";

export { adminOrderRoutes } from "./admin-order-routes.ts";
export { adminOrder, adminOrders as orderList } from "./admin-order-schemas.ts";
export { type OrderFacts, type OrderLine, unknownOrder } from "./order.ts";
export { changedOrder, orderChange } from "./order-answer-routes.ts";
export { lineFacts, orderFacts } from "./order-facts-graph.ts";
export * from "./order-in-work.ts";
export { type LinesOwner, type MovedLines, moveLinesToOrder } from "./order-lines-store.ts";
export { placedOrder } from "./order-schemas.ts";
export {
  allowOrder,
  fulfillmentStatusAfter,
  paymentStatusAfter,
  unsettledExchange,
} from "./order-state.ts";
export { type FulfillmentStatus, fulfillmentStatuses } from "./order-status.ts";
export { findOrderOfCart, insertOrder } from "./order-store.ts";
export { totalsOfOrder } from "./order-totals.ts";
export { orderUpdateRoutes } from "./order-update-routes.ts";
export type { ShownOrder } from "./order-view.ts";
export {
  lockOrder,
  lockOrderRow,
  readOrderInWork,
  saveOrderState,
} from "./order-work-store.ts";
export { order } from "./orders-graph.ts";
export { ownOrdersRoutes } from "./own-orders-routes.ts";
export { storeOrderRoutes } from "./store-order-routes.ts";
export { orderAnswer } from "./store-order-schemas.ts";
export { takeoverRoutes } from "./takeover-routes.ts";
export { filtersOfOrders, readOrders } from "./use-cases/read-orders.ts";
export { newOrderWithCommit } from "./use-cases/show-new-order.ts";
export { showOrder } from "./use-cases/show-order.ts";

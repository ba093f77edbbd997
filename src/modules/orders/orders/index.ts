export { adminOrder, adminOrders as orderList, orderChange } from "./admin-order-schemas.ts";
export * from "./locked-order.ts";
export {
  lockOrder,
  lockOrderRow,
  readOrderWithoutLock,
  saveOrderState,
} from "./locked-order-store.ts";
export {
  type FulfillmentStatus,
  fulfillmentStatuses,
  type OrderFacts,
  type OrderLine,
  unknownOrder,
} from "./order.ts";
export { orderAsCart } from "./order-as-cart.ts";
export { factsOfGoods, lineFacts, orderFacts } from "./order-facts-graph.ts";
export { type LinesOwner, type MovedLines, moveLinesToOrder } from "./order-lines-store.ts";
export { shownNumber } from "./order-number.ts";
export { idempotencyKeyIn, type OrderView, placedOrder, relationsAddedToOrders } from "./order-schemas.ts";
export {
  fulfillmentStatusAfter,
  paymentStatusAfter,
  requireOrderAllows,
  unsettledExchange,
} from "./order-state.ts";
export { findOrderOfCart, insertOrder, orderFields, readDestination } from "./order-store.ts";
export { totalsOfOrder } from "./order-totals.ts";
export type { ShownOrder } from "./order-view.ts";
export { order } from "./orders-graph.ts";
export { numberOrder } from "./use-cases/number-order.ts";
export {
  changedOrder,
  filtersOfOrders,
  newOrderWithCommit,
  readOrders,
  showOrder,
} from "./use-cases/read-orders.ts";

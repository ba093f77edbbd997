export { inventoryItemRoutes } from "./inventory-item-routes.ts";
export { inventoryLevelRoutes } from "./inventory-level-routes.ts";
export { reservationRoutes } from "./reservation-routes.ts";
export { canTake, type StockLine } from "./stock.ts";
export { availableQuantities } from "./use-cases/available-quantities.ts";
export { addInventoryItem } from "./use-cases/create-inventory-item.ts";
export { deleteStockAtLocation } from "./use-cases/delete-stock.ts";
export { releaseReservations } from "./use-cases/release-reservations.ts";
export { reserveStock } from "./use-cases/reserve-stock.ts";

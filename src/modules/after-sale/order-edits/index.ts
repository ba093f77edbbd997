export { adminOrderEditRoutes } from "./admin-order-edit-routes.ts";
export { editItemRoutes } from "./edit-item-routes.ts";
export { unlinkCollection } from "./order-edit-store.ts";
export { storeOrderEditRoutes } from "./store-order-edit-routes.ts";

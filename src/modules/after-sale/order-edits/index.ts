export { adminOrderEditRoutes, editItemRoutes } from "./admin-order-edit-routes.ts";
export { unlinkCollection } from "./order-edit-store.ts";
export { storeOrderEditRoutes } from "./store-order-edit-routes.ts";

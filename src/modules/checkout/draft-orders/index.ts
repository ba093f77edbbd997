export { draftOrderRoutes } from "./draft-order-routes.ts";

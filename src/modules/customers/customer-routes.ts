import type { Routes } from "../../http/routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { adminCustomerRoutes } from "./admin-customer-routes.ts";
import { ownOrdersRoutes } from "./own-orders-routes.ts";
import { profileRoutes } from "./profile-routes.ts";

export const customerRoutes: Routes = (app, parts) => {
  for (const routes of [adminCustomerRoutes, accountRoutes, profileRoutes, ownOrdersRoutes])
    routes(app, parts);
};

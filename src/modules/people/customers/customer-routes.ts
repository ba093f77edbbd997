import type { Routes } from "../../../http/routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { adminCustomerRoutes } from "./admin-customer-routes.ts";
import { profileRoutes } from "./profile-routes.ts";

export const customerRoutes: Routes = (app, parts) => {
  for (const routes of [adminCustomerRoutes, accountRoutes, profileRoutes]) routes(app, parts);
};

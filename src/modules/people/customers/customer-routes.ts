import type { Routes } from "../../../http/routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { adminCustomerRoutes } from "./admin-customer-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import type { CartsWithAddress } from "./use-cases/delete-address.ts";

export const customerRoutes =
  (carts: CartsWithAddress): Routes =>
  (app, parts) => {
    for (const routes of [adminCustomerRoutes, accountRoutes, profileRoutes(carts)]) routes(app, parts);
  };

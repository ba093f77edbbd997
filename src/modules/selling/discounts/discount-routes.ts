import type { Routes } from "../../../http/routes.ts";
import { adminDiscountRoutes } from "./admin-discount-routes.ts";
import { conditionRoutes } from "./condition-routes.ts";
import { discountPartsRoutes } from "./discount-parts-routes.ts";

export const discountRoutes: Routes = (app, parts) => {
  for (const routes of [adminDiscountRoutes, discountPartsRoutes, conditionRoutes]) routes(app, parts);
};

import type { Routes } from "../../../http/routes.ts";
import { shippingOptionRoutes } from "./shipping-option-routes.ts";
import { shippingProfileRoutes } from "./shipping-profile-routes.ts";
import { storeShippingOptionRoutes } from "./store-shipping-option-routes.ts";

export const shippingRoutes: Routes = (app, parts) => {
  for (const routes of [shippingOptionRoutes, shippingProfileRoutes, storeShippingOptionRoutes]) {
    routes(app, parts);
  }
};

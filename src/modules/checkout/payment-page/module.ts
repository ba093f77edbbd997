import { defineModule } from "../../../module/define-module.ts";
import { paymentPageRoutes } from "./payment-page-routes.ts";

export const paymentPage = defineModule({
  name: "checkout/payment-page",
  routes: [paymentPageRoutes],
});

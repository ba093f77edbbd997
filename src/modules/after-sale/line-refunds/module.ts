import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { lineRefundRoutes } from "./line-refund-routes.ts";

export const lineRefunds = defineModule({
  name: "after-sale/line-refunds",
  routes: [lineRefundRoutes],
  apiNotes,
});

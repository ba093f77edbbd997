import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { timelineRoutes } from "./timeline-routes.ts";

export const orderTimeline = defineModule({
  name: "orders/order-timeline",
  routes: [timelineRoutes],
  apiNotes,
});

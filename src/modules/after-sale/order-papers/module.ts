import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { paperEvents } from "./events.ts";
import { paperRoutes } from "./paper-routes.ts";

export const orderPapers = defineModule({
  name: "after-sale/order-papers",
  routes: [paperRoutes],
  apiNotes,
  events: paperEvents,
});

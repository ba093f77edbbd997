import { defineModule } from "../../../module/define-module.ts";
import { abandonedCartRoutes } from "./abandoned-cart-routes.ts";
import { apiNotes } from "./api-notes.ts";
import { abandonedCartEvents } from "./events.ts";

export const abandonedCarts = defineModule({
  name: "checkout/abandoned-carts",
  routes: [abandonedCartRoutes],
  apiNotes,
  adminPaths: { "abandoned-carts": "orders" },
  events: abandonedCartEvents,
  eventAreas: { abandoned_cart: "orders" },
});

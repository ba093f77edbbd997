import { defineModule } from "../../../module/define-module.ts";
import { homeRoutes } from "./home-routes.ts";

export const home = defineModule({
  name: "shop/home",
  routes: [homeRoutes],
});

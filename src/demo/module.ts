import { defineModule } from "../module/define-module.ts";
import { demoRoutes } from "./picture-routes.ts";

export const demoPictures = defineModule({ name: "demo", routes: [demoRoutes] });

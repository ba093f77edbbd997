import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { presentationRoutes } from "./presentation-routes.ts";
import { presentationsEntities } from "./presentations-graph.ts";

export const presentations = defineModule({
  name: "catalogue/presentations",
  entities: presentationsEntities,
  routes: [presentationRoutes],
  apiNotes,
});

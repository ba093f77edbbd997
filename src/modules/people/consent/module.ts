import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { consentEntities } from "./consent-graph.ts";
import { consentRoutes } from "./consent-routes.ts";
import { consentEvents } from "./events.ts";

export const consent = defineModule({
  name: "people/consent",
  entities: consentEntities,
  routes: consentRoutes,
  apiNotes,
  events: consentEvents,
});

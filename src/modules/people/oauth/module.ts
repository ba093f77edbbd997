import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { oauthEvents } from "./events.ts";
import { oauthEntities } from "./oauth-graph.ts";
import { oauthRoutes } from "./oauth-routes.ts";

export const oauth = defineModule({
  name: "people/oauth",
  entities: oauthEntities,
  routes: [oauthRoutes],
  apiNotes,
  adminPaths: { apps: "keys" },
  events: oauthEvents,
  eventAreas: { oauth: "keys" },
});

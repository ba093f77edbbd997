import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { publishableKeyEvents } from "./events.ts";
import { publishableKeyRoutes } from "./publishable-key-routes.ts";
import { publishableKeysEntities } from "./publishable-keys-graph.ts";

export const publishableKeys = defineModule({
  name: "shop/publishable-keys",
  entities: publishableKeysEntities,
  routes: [publishableKeyRoutes],
  apiNotes,
  areas: { keys: "write" },
  adminPaths: { "publishable-api-keys": "keys" },
  events: publishableKeyEvents,
  eventAreas: { publishable_api_key: "keys" },
});

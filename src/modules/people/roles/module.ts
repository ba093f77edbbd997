import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { roleEvents } from "./events.ts";
import { permissionRoutes, roleRoutes } from "./role-routes.ts";
import { rolesEntities } from "./roles-graph.ts";

export const roles = defineModule({
  name: "people/roles",
  entities: rolesEntities,
  routes: [permissionRoutes, roleRoutes],
  apiNotes,
  areas: { team: "write" },
  adminPaths: { permissions: null, roles: "team" },
  events: roleEvents,
  eventAreas: { role: "team" },
});

import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { customerGroupRoutes } from "./customer-group-routes.ts";
import { customerGroupsEntities } from "./customer-groups-graph.ts";
import { customerGroupEvents } from "./events.ts";

export const customerGroups = defineModule({
  name: "people/customer-groups",
  entities: customerGroupsEntities,
  routes: [customerGroupRoutes],
  apiNotes,
  adminPaths: { "customer-groups": "customers" },
  events: customerGroupEvents,
  eventAreas: { "customer-group": "customers" },
});

import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { returnEvents } from "./events.ts";
import { returnWork } from "./return-jobs.ts";
import { returnReasonRoutes } from "./return-reason-routes.ts";
import { returnRoutes } from "./return-routes.ts";
import { returnsEntities } from "./returns-graph.ts";

export const returns = defineModule({
  name: "after-sale/returns",
  entities: returnsEntities,
  routes: [returnReasonRoutes, returnRoutes],
  apiNotes,
  areas: { returns: "write" },
  adminPaths: { "return-reasons": "settings", returns: "returns" },
  events: returnEvents,
  eventAreas: { "return-reason": "settings" },
  work: returnWork,
});

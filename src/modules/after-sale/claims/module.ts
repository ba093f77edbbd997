import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { claimWork } from "./claim-jobs.ts";
import { claimRoutes } from "./claim-routes.ts";
import { claimsEntities } from "./claims-graph.ts";
import { claimEvents } from "./events.ts";

export const claims = defineModule({
  name: "after-sale/claims",
  entities: claimsEntities,
  routes: [claimRoutes],
  apiNotes,
  adminPaths: { claims: "returns" },
  events: claimEvents,
  eventAreas: { claim: "returns", claim_item: "returns" },
  work: claimWork,
});

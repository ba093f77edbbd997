import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { segmentEvents } from "./events.ts";
import { segmentWork } from "./segment-jobs.ts";
import { segmentRoutes } from "./segment-routes.ts";
import { segmentsEntities } from "./segments-graph.ts";

export const segments = defineModule({
  name: "people/segments",
  entities: segmentsEntities,
  routes: [segmentRoutes],
  apiNotes,
  adminPaths: { segments: "customers" },
  events: segmentEvents,
  eventAreas: { segment: "customers" },
  work: segmentWork,
});

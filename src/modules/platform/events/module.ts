import { deleteOldEvents } from "../../../events/cursor-store.ts";
import { type Cleanups, defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { eventRoutes } from "./event-routes.ts";
import { eventStreamRoutes } from "./event-stream-routes.ts";
import { eventsEntities } from "./events-graph.ts";

export const events = defineModule({
  name: "platform/events",
  entities: eventsEntities,
  routes: [eventRoutes, eventStreamRoutes],
  apiNotes,
  areas: { events: "read" },
  adminPaths: { events: "events" },
  cleanups: ({ eventDays }): Cleanups =>
    eventDays > 0 ? { events: (tx) => deleteOldEvents(tx, eventDays) } : {},
});

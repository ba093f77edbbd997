import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { noteEvents } from "./events.ts";
import { noteRoutes } from "./note-routes.ts";
import { notesEntities } from "./notes-graph.ts";

export const notes = defineModule({
  name: "platform/notes",
  entities: notesEntities,
  routes: [noteRoutes],
  apiNotes,
  areas: { notes: "write" },
  adminPaths: { notes: "notes" },
  events: noteEvents,
  eventAreas: { note: "notes" },
});

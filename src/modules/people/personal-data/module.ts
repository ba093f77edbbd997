import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { personalDataEvents } from "./events.ts";
import { personalDataRoutes } from "./personal-data-routes.ts";

export const personalData = defineModule({
  name: "people/personal-data",
  routes: [personalDataRoutes],
  apiNotes,
  areas: { "personal-data": "write" },
  events: personalDataEvents,
});

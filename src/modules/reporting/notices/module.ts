import { defineModule } from "../../../module/define-module.ts";
import { apiNotes } from "./api-notes.ts";
import { noticeEvents } from "./events.ts";
import { noticeRoutes } from "./notice-routes.ts";
import { noticeLowStock } from "./use-cases/notice-low-stock.ts";

export const notices = defineModule({
  name: "reporting/notices",
  routes: [noticeRoutes],
  apiNotes,
  // What a user is notified of follows from the role; what was read belongs to the user alone.
  adminPaths: { notices: null },
  events: noticeEvents,
  eventAreas: { stock: "stock" },
  work: ({ db }) => ({
    tasks: { "notice-low-stock": () => noticeLowStock({ db }) },
    schedules: [{ task: "notice-low-stock", pattern: "*/5 * * * *" }],
  }),
});

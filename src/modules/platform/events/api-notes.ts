import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Events",
    description: "The log of everything that happened in the shop.",
    operations: {
      "GET /admin/events": {
        id: "listAdminEvents",
      },
      "GET /admin/events/stream": {
        id: "streamAdminEvents",
        description:
          "Sends new events as they happen, as server-sent events. `Last-Event-ID` resumes after a break without a gap. Only events of areas that the user may read.",
      },
    },
  },
];

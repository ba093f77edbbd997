import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Notices",
    description:
      "What happened that a user should know: a part of the event log, with what the user has read of it.",
    operations: {
      "GET /admin/notices": {
        id: "listAdminNotices",
        description:
          "Lists notices, newest first: those that the role of the caller may read, of the kinds that the caller wants.",
      },
      "GET /admin/notices/unread": {
        id: "countAdminUnreadNotices",
        description: "Counts what the caller has not read.",
      },
      "POST /admin/notices/read": {
        id: "readAdminNotices",
        description: "Marks notices as read for the caller: some, or all up to one of them.",
      },
      "GET /admin/notices/kinds": {
        id: "listAdminNoticeKinds",
        description:
          "Lists the kinds of notices that the role of the caller may read, and whether the caller wants them.",
      },
      "POST /admin/notices/kinds": {
        id: "updateAdminNoticeKinds",
        description: "Chooses the kinds that the caller does not want.",
      },
    },
  },
];

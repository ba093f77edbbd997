import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Notifications",
    description: "Messages that were sent to customers about their orders.",
    operations: {
      "GET /admin/notifications": {
        id: "listAdminNotifications",
        description: "Lists notifications, filtered by event, recipient or resource.",
      },
      "POST /admin/notifications/{id}/resend": {
        id: "resendAdminNotification",
        description: "Sends a notification again, to the same or to another recipient.",
      },
    },
  },
];

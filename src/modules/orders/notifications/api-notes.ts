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
  {
    tag: "Mails",
    description: "The mails of the shop: whether they are sent, what was sent to whom, and what was not.",
    operations: {
      "GET /admin/mails": {
        id: "listAdminMails",
        description:
          "Lists mails that were sent or could not be sent, newest first. They stay for `TRADEWIND_MAIL_DAYS`.",
      },
      "GET /admin/mails/state": {
        id: "getAdminMailState",
        description:
          "Returns what sends the shop's mails, the last success and failure, and which mails are not sent.",
      },
      "POST /admin/mails/test": {
        id: "sendAdminTestMail",
        description:
          "Sends a mail with a fixed text to the caller or to one other address, and returns what the mail server said. At most 5 in a quarter of an hour for a user.",
      },
      "POST /admin/mails/{id}/resend": {
        id: "resendAdminMail",
        description:
          "Sends a mail again to the same address. One with a token is sent only while the token is valid.",
      },
    },
  },
];

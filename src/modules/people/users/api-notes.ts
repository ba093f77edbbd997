import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Users",
    description: "People who can log in to run the shop.",
    operations: {
      "GET /admin/users": {
        id: "listAdminUsers",
        description: "Lists the users of the shop. `q` searches names and emails.",
      },
      "GET /admin/users/colleagues": {
        id: "listAdminColleagues",
        description:
          "Lists names and emails of the users, for every user: to assign an order, or to mention a colleague in a note.",
      },
      "POST /admin/users": {
        id: "createAdminUser",
        description: "Creates a user with a password. `POST /admin/invites` lets people choose their own.",
      },
      "GET /admin/users/{id}": {
        id: "getAdminUser",
        description: "Returns one user. `me` is the user who is logged in.",
      },
      "POST /admin/users/{id}": {
        id: "updateAdminUser",
        description: "Changes the name, the role, the API token or the metadata of a user.",
      },
      "DELETE /admin/users/{id}": {
        id: "deleteAdminUser",
        description: "Deletes a user and ends the sessions of the user.",
      },
      "POST /admin/users/password-token": {
        id: "createAdminUserPasswordToken",
        description:
          "Sends a token for a new password to the email. The answer is the same for unknown emails.",
      },
      "POST /admin/users/reset-password": {
        id: "resetAdminUserPassword",
        description: "Sets a new password with the token from the email. The token works once.",
      },
    },
  },
  {
    tag: "Roles",
    operations: {
      "POST /admin/users/{id}/role": {
        id: "assignAdminUserRole",
        before: "GET /admin/permissions",
        description:
          "Gives a user a role. With the first role of the shop every other user becomes an owner. The last owner stays one.",
      },
      "DELETE /admin/users/{id}/role": {
        id: "removeAdminUserRole",
        description: "Takes the role of a user away. In a shop with roles such a user may do nothing.",
      },
    },
  },
  {
    tag: "Invites",
    description: "Invitations by email to become a user.",
    operations: {
      "GET /admin/invites": {
        id: "listAdminInvites",
        description: "Lists the pending invites.",
      },
      "POST /admin/invites": {
        id: "createAdminInvite",
        description: "Invites a person by email, with a role. An open invite to the same email is renewed.",
      },
      "POST /admin/invites/accept": {
        id: "acceptAdminInvite",
        description: "Creates the user of an invite, with the token from the email and a password.",
      },
      "POST /admin/invites/{id}/resend": {
        id: "resendAdminInvite",
        description: "Sends an invite again, with a new token and a new end date.",
      },
      "DELETE /admin/invites/{id}": {
        id: "deleteAdminInvite",
        description: "Deletes an invite. Its token is no longer valid.",
      },
    },
  },
];

import type { ApiTag } from "../http/openapi/api-notes.ts";

export const auth: ApiTag = {
  name: "Auth",
  description: "Logins of users and customers: a session cookie or a JWT.",
  operations: {
    "POST /admin/auth": {
      id: "logInAdminUser",
      description: "Opens a session for a user. Too many wrong passwords are answered with 429.",
    },
    "DELETE /admin/auth": {
      id: "logOutAdminUser",
      description: "Ends the session of the user.",
    },
    "GET /admin/auth": {
      id: "getAdminAuth",
      description: "Returns the user who is logged in.",
    },
    "POST /admin/auth/token": {
      id: "createAdminAuthToken",
      description: "Returns a JWT for a user, to send as a bearer token.",
    },
    "POST /store/auth": {
      id: "logInStoreCustomer",
      description: "Opens a session for a customer. Too many wrong passwords are answered with 429.",
    },
    "DELETE /store/auth": {
      id: "logOutStoreCustomer",
      description: "Ends the session of the customer.",
    },
    "GET /store/auth": {
      id: "getStoreAuth",
      description: "Returns the customer who is logged in.",
    },
    "POST /store/auth/token": {
      id: "createStoreAuthToken",
      description: "Returns a JWT for a customer, to send as a bearer token.",
    },
    "GET /store/auth/{email}": {
      id: "checkStoreAuthEmail",
      description: "Says whether a customer has an account with this email.",
    },
  },
};

export const users: ApiTag = {
  name: "Users",
  description: "People who can log in to run the shop.",
  operations: {
    "GET /admin/users": {
      id: "listAdminUsers",
      description: "Lists the users of the shop. `q` searches names and emails.",
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
};

export const invites: ApiTag = {
  name: "Invites",
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
};

export const apps: ApiTag = {
  name: "Apps",
  description: "Applications of other services that the shop is connected with by OAuth.",
  operations: {
    "GET /admin/apps": {
      id: "listAdminApps",
      description: "Lists the applications that plugins bring along.",
    },
    "POST /admin/apps/authorizations": {
      id: "authorizeAdminApp",
      description: "Exchanges the code of an OAuth login for a token, and stores it for the application.",
    },
  },
};

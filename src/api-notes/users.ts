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

export const roles: ApiTag = {
  name: "Roles",
  description: "What users may do. While no user has a role, every user may do everything.",
  operations: {
    "GET /admin/roles": {
      id: "listAdminRoles",
      description: "Lists the built-in roles and those of the shop.",
    },
    "POST /admin/roles": {
      id: "createAdminRole",
      description: "Creates a role with some permissions. Nobody gives permissions that they do not have.",
    },
    "GET /admin/roles/{id}": {
      id: "getAdminRole",
      description: "Returns one role with its permissions.",
    },
    "POST /admin/roles/{id}": {
      id: "updateAdminRole",
      description: "Changes a role of the shop. It counts from the next request of its users on.",
    },
    "DELETE /admin/roles/{id}": {
      id: "deleteAdminRole",
      description: "Deletes a role that no user and no open invite has.",
    },
    "GET /admin/roles/assignments": {
      id: "listAdminRoleAssignments",
      description: "Lists the role of each user and of each open invite.",
    },
    "POST /admin/users/{id}/role": {
      id: "assignAdminUserRole",
      description:
        "Gives a user a role. With the first role of the shop every other user becomes an owner. The last owner stays one.",
    },
    "DELETE /admin/users/{id}/role": {
      id: "removeAdminUserRole",
      description: "Takes the role of a user away. In a shop with roles such a user may do nothing.",
    },
    "GET /admin/permissions": {
      id: "listAdminPermissions",
      description: "Lists every permission that a role can have.",
    },
    "GET /admin/permissions/me": {
      id: "getAdminOwnPermissions",
      description: "Returns the role of the user who is logged in, and the permissions by name.",
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

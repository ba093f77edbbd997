import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Auth",
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
  },
];

import type { TagNotes } from "../../../module/api-notes.ts";

export const apiNotes: readonly TagNotes[] = [
  {
    tag: "Roles",
    description: "What users may do. While no user has a role, every user may do everything.",
    operations: {
      "GET /admin/roles": {
        id: "listAdminRoles",
        description: "Lists the built-in roles and those of the shop.",
      },
      "POST /admin/roles": {
        id: "createAdminRole",
        description:
          "Creates a role with some permissions. A user cannot give permissions that they do not have.",
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
      "GET /admin/permissions": {
        id: "listAdminPermissions",
        description: "Lists every permission that a role can have.",
      },
      "GET /admin/permissions/me": {
        id: "getAdminOwnPermissions",
        description:
          "Returns the user who is logged in, the role of the user, and the permissions by name. In a shop whose plugins have parts in the dashboard, `plugins` has their modules. In a shop with custom fields, `custom_fields` has their declarations.",
      },
    },
  },
];

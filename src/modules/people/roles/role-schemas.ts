import { Type } from "typebox";
import { fieldViewSchema } from "../../../http/custom-field-view.ts";
import { listQuery } from "../../../http/list-query.ts";
import { body, ok, optional, view } from "../../../http/routes.ts";
import type { Permission, Permissions } from "../../../kernel/permissions.ts";
import { roleView } from "./roles-graph.ts";

const name = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" });
const description = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 1_000 });
const listOf = ({ names }: Permissions) =>
  Type.Array(Type.Unsafe<Permission>({ type: "string", enum: [...names] }), { maxItems: names.length });

export const newRoleBody = (permissions: Permissions) =>
  body({ name, description: optional(description), permissions: listOf(permissions) });

export const roleChangesBody = (permissions: Permissions) =>
  body({
    name: optional(name),
    description: optional(description),
    permissions: optional(listOf(permissions)),
  });

export const roleAnswer = ok({ role: view("role") });

export const roles = listQuery({
  view: roleView,
  limit: 50,
  takes: ["order", "fields"],
  search: ["name"],
  filters: {},
});

const nullableId = Type.Unsafe<string | null>({ type: ["string", "null"] });

export const assignmentsAnswer = ok({
  assignments: Type.Array(
    Type.Object({ user_id: nullableId, invite_id: nullableId, role_id: Type.String() }),
  ),
});

const names = Type.Array(Type.String());

export const permissionsAnswer = ok({ permissions: names });

export const ownPermissionsAnswer = ok({
  user: view("user"),
  role_id: Type.Unsafe<string | null>({ type: ["string", "null"], description: "Null without a role." }),
  permissions: names,
  plugins: optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        module: Type.String({ description: "Path of the module below the address of the dashboard." }),
      }),
      { description: "Plugins that have parts in the dashboard. Absent if there are none." },
    ),
  ),
  has_order_numbers: optional(
    Type.Boolean({
      description: "A plugin chooses the numbers of orders: people read `external_id`. Absent otherwise.",
    }),
  ),
  custom_fields: optional(
    Type.Array(Type.Object(fieldViewSchema), {
      description: "The fields of the shop. Absent if there are none.",
    }),
  ),
});

import { Type } from "typebox";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { body, nonEmptyText, ok, path, type Routes } from "../../../http/routes.ts";
import { assignRole } from "./use-cases/assign-role.ts";

const roleId = Type.Unsafe<string | null>({ type: ["string", "null"] });

const one = {
  tags: ["Roles"],
  querystring: noQuery,
  params: path("id"),
  response: ok({ user_id: Type.String(), role_id: roleId }),
};

/** Operations of their own: the body and the answer of `POST /admin/users/{id}` are those of v1. */
export const userRoleRoutes: Routes = (app, { db, permissions }) => {
  app.post(
    "/admin/users/:id/role",
    { schema: { ...one, summary: "Give a user a role", body: body({ role_id: nonEmptyText }) } },
    async (request) => {
      const { role_id } = request.body;
      await assignRole(
        { db, author: { userId: await userOf(request), permissions } },
        request.params.id,
        role_id,
      );
      return { user_id: request.params.id, role_id };
    },
  );

  app.delete(
    "/admin/users/:id/role",
    { schema: { ...one, summary: "Take the role of a user away" } },
    async (request) => {
      await assignRole(
        { db, author: { userId: await userOf(request), permissions } },
        request.params.id,
        null,
      );
      return { user_id: request.params.id, role_id: null };
    },
  );
};

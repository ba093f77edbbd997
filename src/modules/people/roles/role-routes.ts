import type { FastifyRequest } from "fastify";
import { fieldView } from "../../../graph/custom-fields/field-view.ts";
import { authorOf, userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, page, path, type Routes } from "../../../http/routes.ts";
import { dashboardModules } from "../../../plugins/dashboard/plugin-file-routes.ts";
import { createRole, deleteRole, updateRole } from "./role-changes.ts";
import {
  assignmentsAnswer,
  newRoleBody,
  ownPermissionsAnswer,
  permissionsAnswer,
  roleAnswer,
  roleChangesBody,
  roles,
} from "./role-schemas.ts";
import { roleView } from "./roles-graph.ts";
import { showAssignments, showOwnPermissions } from "./use-cases/read-assignments.ts";

const tags = ["Roles"];
const one = { tags, querystring: noQuery, params: path("id"), response: roleAnswer };

export const roleRoutes: Routes = (app, { config, db, graph, permissions }) => {
  const changedBy = async (request: FastifyRequest) => ({ userId: await userOf(request), permissions });
  const readRole = async (id: string) => ({ role: found(await graph.find(roleView, id), "Role", id) });

  app.get(
    "/admin/roles",
    {
      schema: {
        tags,
        summary: "List roles",
        querystring: roles.querystring,
        response: page("roles", "role"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await roles.read(graph, request.query, config);
      return { roles: rows, ...paging };
    },
  );

  app.post(
    "/admin/roles",
    {
      schema: {
        tags,
        summary: "Create a role",
        querystring: noQuery,
        body: newRoleBody(permissions),
        response: roleAnswer,
      },
    },
    async (request) => {
      const author = await changedBy(request);
      return readRole(await createRole({ db, author }, request.body));
    },
  );

  app.get(
    "/admin/roles/assignments",
    {
      schema: { tags, summary: "List who has which role", querystring: noQuery, response: assignmentsAnswer },
    },
    () => showAssignments({ db }),
  );

  app.get("/admin/roles/:id", { schema: { ...one, summary: "Get a role" } }, (request) =>
    readRole(request.params.id),
  );

  app.post(
    "/admin/roles/:id",
    { schema: { ...one, summary: "Update a role", body: roleChangesBody(permissions) } },
    async (request) => {
      const author = await changedBy(request);
      await updateRole({ db, author }, request.params.id, request.body);
      return readRole(request.params.id);
    },
  );

  app.delete(
    "/admin/roles/:id",
    { schema: { ...one, summary: "Delete a role", response: deletedBody } },
    async (request) => {
      const author = await changedBy(request);
      await deleteRole({ db, author }, request.params.id);
      return { id: request.params.id, object: "role", deleted: true };
    },
  );
};

export const permissionRoutes: Routes = (app, { config, db, graph, permissions, providers }) => {
  const userView = { entity: graph.registry.get("user") };
  const modules = config.dashboard === "on" ? dashboardModules(providers.plugins) : [];

  app.get(
    "/admin/permissions",
    {
      schema: { tags, summary: "List permissions", querystring: noQuery, response: permissionsAnswer },
    },
    async () => ({ permissions: permissions.names }),
  );

  app.get(
    "/admin/permissions/me",
    {
      schema: {
        tags,
        summary: "Get the permissions of the current user",
        querystring: noQuery,
        response: ownPermissionsAnswer,
      },
    },
    async (request) => {
      const author = await authorOf(request);
      const { fields } = graph.registry;
      const [user, own] = await Promise.all([
        graph.find(userView, author.userId),
        showOwnPermissions({ db, permissions }, author),
        fields.refresh(db),
      ]);
      return {
        user: found(user, "User", author.userId),
        ...own,
        ...(modules.length > 0 && { plugins: modules }),
        ...(providers.rules.chooses("orderNumber") && { has_order_numbers: true }),
        ...(!fields.isEmpty && { custom_fields: fields.all.map(fieldView) }),
      };
    },
  );
};

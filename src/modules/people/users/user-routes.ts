import type { FastifyRequest } from "fastify";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, page, path, type Routes } from "../../../http/routes.ts";
import { createUser, deleteUser, updateUser } from "./user-changes.ts";
import { newUserBody, ownUserView, userAnswer, userChangesBody, users, userView } from "./user-schemas.ts";
import type { UserRow } from "./users-graph.ts";

const tags = ["Users"];
const one = { querystring: noQuery, params: path("id"), response: userAnswer };

export const userRoutes: Routes = (app, { config, db, graph }) => {
  /** The token is a credential: only its owner sees it. */
  const shown = async (request: FastifyRequest, id: string) => {
    const isOwn = (await userOf(request)) === id;
    return { user: found(await graph.find(isOwn ? ownUserView : userView, id), "User", id) };
  };

  const withOwnToken = async (request: FastifyRequest, rows: readonly UserRow[]) => {
    const own = await userOf(request);
    const isShown = rows.some(({ id, api_token }) => id === own && api_token !== undefined);
    if (!isShown) return rows;
    const user = await graph.find(ownUserView, own);
    return rows.map((row) => (row.id === own ? { ...row, api_token: user?.api_token ?? null } : row));
  };

  app.get(
    "/admin/users",
    {
      schema: {
        tags,
        summary: "List users",
        querystring: users.querystring,
        response: page("users", "user"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await users.read(graph, request.query, config);
      return { users: await withOwnToken(request, rows), ...paging };
    },
  );

  app.post(
    "/admin/users",
    {
      schema: {
        tags,
        summary: "Create a user",
        querystring: noQuery,
        body: newUserBody,
        response: userAnswer,
      },
    },
    async (request) => shown(request, await createUser({ db }, request.body)),
  );

  app.get("/admin/users/:id", { schema: { tags, summary: "Get a user", ...one } }, (request) =>
    shown(request, request.params.id),
  );

  app.post(
    "/admin/users/:id",
    { schema: { tags, summary: "Update a user", ...one, body: userChangesBody } },
    async (request) => {
      await updateUser({ db }, request.params.id, request.body);
      return shown(request, request.params.id);
    },
  );

  app.delete(
    "/admin/users/:id",
    { schema: { tags, summary: "Delete a user", ...one, response: deletedBody } },
    async (request) => {
      await deleteUser({ db }, request.params.id);
      return { id: request.params.id, object: "user", deleted: true };
    },
  );
};

import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type Caller, userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { sentField } from "../../../http/permissions.ts";
import { deletedBody, found, page, path, type Routes } from "../../../http/routes.ts";
import type { Permission } from "../../../kernel/permissions.ts";
import { warnWithoutMails } from "./use-cases/password-mails.ts";
import { emailOfReset, requestPasswordReset, resetPassword } from "./use-cases/reset-password.ts";
import { createUser, deleteUser, updateUser } from "./user-changes.ts";
import {
  colleagues,
  newPasswordBody,
  newUserBody,
  resetRequestBody,
  userAnswer,
  userChangesBody,
  users,
} from "./user-schemas.ts";
import { findUser, userView, withOwnToken } from "./users-graph.ts";

const tags = ["Users"];
const one = { querystring: noQuery, params: path("id"), response: userAnswer };

/** Every logged-in user may see and change their own record. */
const isOwn = ({ params }: FastifyRequest, { userId }: Caller) => (params as { id: string }).id === userId;
const readsUser = {
  permission: null,
  alsoNeeds: (request: FastifyRequest, caller: Caller) =>
    isOwn(request, caller) ? null : ("team:read" as const),
};
const changesUser = {
  permission: null,
  alsoNeeds: (request: FastifyRequest, caller: Caller) =>
    isOwn(request, caller) ? neededForOwn(request) : ("team:write" as const),
};

function neededForOwn(request: FastifyRequest): Permission | null {
  if (sentField(request, "role") !== undefined) return "team:write";
  return (sentField(request, "api_token") ?? null) === null ? null : "keys:write";
}

export const userRoutes: Routes = (app, { config, db, graph, permissions }) => {
  const readUser = async (request: FastifyRequest, id: string) => ({
    user: found(await findUser(graph, id, await request.caller()), "User", id),
  });

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
      return { users: await withOwnToken(graph, await request.caller(), rows), ...paging };
    },
  );

  app.get(
    "/admin/users/colleagues",
    {
      config: { permission: null },
      schema: {
        tags,
        summary: "List the names of the users",
        querystring: colleagues.querystring,
        response: page("colleagues", shown("AdminColleague", colleagues.view)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await colleagues.read(graph, request.query, config);
      return { colleagues: rows, ...paging };
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
    async (request) => readUser(request, await createUser({ db }, request.body)),
  );

  app.get(
    "/admin/users/:id",
    { config: readsUser, schema: { tags, summary: "Get a user", ...one } },
    (request) => readUser(request, request.params.id),
  );

  app.post(
    "/admin/users/:id",
    { config: changesUser, schema: { tags, summary: "Update a user", ...one, body: userChangesBody } },
    async (request) => {
      const author = await userOf(request);
      const { id } = request.params;
      await updateUser({ db, author: { userId: author, permissions } }, id, request.body);
      const { user } = await readUser(request, id);
      const { api_token } = request.body;
      // The only answer that has it.
      return { user: api_token && id === author ? { ...user, api_token } : user };
    },
  );

  app.delete(
    "/admin/users/:id",
    { schema: { tags, summary: "Delete a user", ...one, response: deletedBody } },
    async (request) => {
      await deleteUser({ db, author: { userId: await userOf(request), permissions } }, request.params.id);
      return { id: request.params.id, object: "user", deleted: true };
    },
  );
};

const config = { public: true, idempotent: false };

/** Password reset of users. */
export const passwordRoutes: Routes = (app, { db, graph, limits, providers, secrets }) => {
  app.post(
    "/admin/users/password-token",
    {
      config,
      schema: {
        tags,
        summary: "Ask for a token to set a new password with",
        querystring: noQuery,
        body: resetRequestBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      // Requests for existing users count as well: otherwise the limit would reveal which emails exist.
      await limits.guarded(
        { what: "user-password-token", account: email, address: request.ip },
        () => requestPasswordReset({ db }, email),
        () => false,
      );
      warnWithoutMails(providers, request.log);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/admin/users/reset-password",
    {
      config,
      schema: {
        tags,
        summary: "Set a new password",
        querystring: noQuery,
        body: newPasswordBody,
        response: userAnswer,
      },
    },
    async (request) => {
      const email = emailOfReset(request.body);
      const id = await limits.guarded(
        { what: "user-password-reset", account: email, address: request.ip },
        () => resetPassword({ db, secrets }, { ...request.body, email }),
      );
      return { user: found(await graph.find(userView, id), "User", id) };
    },
  );
};

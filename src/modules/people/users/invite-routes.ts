import { Type } from "typebox";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import {
  body,
  deletedBody,
  email,
  nonEmptyText,
  ok,
  optional,
  path,
  plainOk,
  type Routes,
  sendPlainOk,
  text,
  view,
} from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { wholeInvites } from "../v1-shapes.ts";
import { acceptInvite, createInvite, deleteInvite, resendInvite } from "./invite-changes.ts";
import { withoutTokensBeyond } from "./use-cases/hide-invite-tokens.ts";
import { roles } from "./user.ts";
import { invite, isOpenInvite } from "./users-graph.ts";

const newInviteBody = body({
  user: email,
  role: Type.Unsafe<(typeof roles)[number]>({ type: "string", enum: [...roles] }),
  role_id: optional(Type.String({ description: "The role that the person gets: see `GET /admin/roles`." })),
});

const acceptanceBody = body({
  token: nonEmptyText,
  user: body({ first_name: optional(text), last_name: optional(text), password: nonEmptyText }),
});

const inviteView = { entity: invite };

const invitesAnswer = ok({ invites: Type.Array(view("invite")) });

const tags = ["Invites"];

export const inviteRoutes: Routes = (app, { db, graph, permissions, secrets }) => {
  app.get(
    "/admin/invites",
    { schema: { tags, summary: "List open invites", querystring: noQuery, response: invitesAnswer } },
    async (request) => {
      const { rows } = await graph.list(inviteView, {
        ...wholeInvites,
        limit: MAX_AMOUNT,
        filters: [isOpenInvite],
      });
      return {
        invites: await withoutTokensBeyond({ db, permissions }, (await request.caller()).granted, rows),
      };
    },
  );

  app.post(
    "/admin/invites",
    {
      schema: {
        tags,
        summary: "Invite a person to become a user",
        querystring: noQuery,
        body: newInviteBody,
        response: plainOk,
      },
    },
    async (request, reply) => {
      const { user, role, role_id: roleId = null } = request.body;
      const author = { userId: await userOf(request), permissions };
      await createInvite({ db, secrets, author }, { email: user, role, roleId });
      return sendPlainOk(reply);
    },
  );

  app.post(
    "/admin/invites/accept",
    {
      config: { public: true, idempotent: false },
      schema: {
        tags,
        summary: "Accept an invite",
        querystring: noQuery,
        body: acceptanceBody,
        response: plainOk,
      },
    },
    async (request, reply) => {
      await acceptInvite({ db, secrets }, request.body);
      return sendPlainOk(reply);
    },
  );

  app.post(
    "/admin/invites/:id/resend",
    {
      schema: {
        tags,
        summary: "Send an invite again",
        querystring: noQuery,
        params: path("id"),
        response: plainOk,
      },
    },
    async (request, reply) => {
      await resendInvite(
        { db, secrets, author: { userId: await userOf(request), permissions } },
        request.params.id,
      );
      return sendPlainOk(reply);
    },
  );

  app.delete(
    "/admin/invites/:id",
    {
      schema: {
        tags,
        summary: "Delete an invite",
        querystring: noQuery,
        params: path("id"),
        response: deletedBody,
      },
    },
    async (request) => {
      await deleteInvite({ db, author: { userId: await userOf(request), permissions } }, request.params.id);
      return { id: request.params.id, object: "invite", deleted: true };
    },
  );
};

import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, path, plainOk, type Routes } from "../../../http/routes.ts";
import { createInvite, deleteInvite, resendInvite } from "./invite-changes.ts";
import { acceptanceBody, invitesAnswer, inviteView, newInviteBody } from "./invite-schemas.ts";
import { acceptInvite } from "./use-cases/accept-invite.ts";

const tags = ["Invites"];
const text = "text/plain; charset=utf-8";
// Not paged: there are at most as many invites as employees.
const all = { limit: 2_147_483_647, offset: 0 };

export const inviteRoutes: Routes = (app, { db, graph, jwtSecret }) => {
  app.get(
    "/admin/invites",
    { schema: { tags, summary: "List open invites", querystring: noQuery, response: invitesAnswer } },
    async () => {
      const open = [{ kind: "equals", column: "accepted", value: false } as const];
      const { rows } = await graph.list(inviteView, { ...all, order: "updated_at", filters: open });
      return { invites: rows };
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
      const { user, role } = request.body;
      await createInvite({ db, jwtSecret }, { email: user, role });
      return reply.type(text).send("OK");
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
      await acceptInvite({ db, jwtSecret }, request.body);
      return reply.type(text).send("OK");
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
      await resendInvite({ db, jwtSecret }, request.params.id);
      return reply.type(text).send("OK");
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
      await deleteInvite({ db }, request.params.id);
      return { id: request.params.id, object: "invite", deleted: true };
    },
  );
};

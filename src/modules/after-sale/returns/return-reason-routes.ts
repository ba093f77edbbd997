import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, path, type Routes } from "../../../http/routes.ts";
import { unknownReason } from "./return-reason.ts";
import {
  newReasonBody,
  reasonAnswer,
  reasonChangesBody,
  reasonsAnswer,
  reasonView,
} from "./return-reason-schemas.ts";
import { createReturnReason } from "./use-cases/create-return-reason.ts";
import { deleteReturnReason } from "./use-cases/delete-return-reason.ts";
import { updateReturnReason } from "./use-cases/update-return-reason.ts";

const tags = ["Return Reasons"];
const all = { tags, summary: "List return reasons", querystring: noQuery, response: reasonsAnswer };
const one = { tags, querystring: noQuery, params: path("id"), response: reasonAnswer };

// As in v1 the list has no pages; a shop has a handful of reasons.
const ALL = 2_147_483_647;

export const returnReasonRoutes: Routes = (app, { db, graph }) => {
  const shown = async (id: string) => {
    const reason = await graph.find(reasonView, id);
    if (!reason) throw unknownReason(id);
    return { return_reason: reason };
  };

  /** Reasons below another are shown with it, and only there. */
  const listed = async () => {
    const { rows } = await graph.list(reasonView, {
      filters: [{ kind: "missing", column: "parent_return_reason_id" }],
      order: "created_at",
      limit: ALL,
      offset: 0,
    });
    return { return_reasons: rows };
  };

  app.get("/store/return-reasons", { schema: all }, listed);
  app.get(
    "/store/return-reasons/:id",
    { schema: { ...one, summary: "Get a return reason" } },
    async (request) => shown(request.params.id),
  );

  app.get("/admin/return-reasons", { schema: all }, listed);

  app.post(
    "/admin/return-reasons",
    {
      schema: {
        tags,
        summary: "Create a return reason",
        querystring: noQuery,
        body: newReasonBody,
        response: reasonAnswer,
      },
    },
    async (request) => shown(await createReturnReason({ db }, request.body)),
  );

  app.get(
    "/admin/return-reasons/:id",
    { schema: { ...one, summary: "Get a return reason" } },
    async (request) => shown(request.params.id),
  );

  app.post(
    "/admin/return-reasons/:id",
    { schema: { ...one, summary: "Update a return reason", body: reasonChangesBody } },
    async (request) => {
      await updateReturnReason({ db }, request.params.id, request.body);
      return shown(request.params.id);
    },
  );

  app.delete(
    "/admin/return-reasons/:id",
    { schema: { ...one, summary: "Delete a return reason", response: deletedBody } },
    async (request) => {
      await deleteReturnReason({ db }, request.params.id);
      return { id: request.params.id, object: "return_reason", deleted: true };
    },
  );
};

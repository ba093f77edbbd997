import type { RequestedSelection } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { authorOf } from "./order-edit.ts";
import { declineBody, storeEdit, storeEditResponseSchema } from "./order-edit-schemas.ts";
import { confirmEdit } from "./use-cases/confirm-edit.ts";
import { declineEdit } from "./use-cases/end-edit.ts";
import { showEdit } from "./use-cases/read-edits.ts";

const editById = {
  tags: ["Order Edits"],
  params: path("id"),
  querystring: noQuery,
  response: storeEditResponseSchema,
};

/** Needs no login: the id of the edit is the credential. */
export const storeOrderEditRoutes: Routes = (app, context) => {
  const editResponse = async (id: string, selection: RequestedSelection = {}) => ({
    order_edit: await showEdit(context, id, { ...selection, view: storeEdit }),
  });

  app.get(
    "/store/order-edits/:id",
    { schema: { ...editById, summary: "Get an order edit", querystring: selectionQuery } },
    (request) => editResponse(request.params.id, request.query),
  );

  app.post(
    "/store/order-edits/:id/complete",
    { schema: { ...editById, summary: "Agree to an order edit that is paid for" } },
    async (request) => {
      const { id } = request.params;
      await confirmEdit(context, { editId: id, action: "complete", by: authorOf(await request.caller()) });
      return editResponse(id);
    },
  );

  app.post(
    "/store/order-edits/:id/decline",
    { schema: { ...editById, summary: "Decline an order edit", body: declineBody } },
    async (request) => {
      const { id } = request.params;
      const reason = request.body?.declined_reason ?? null;
      await declineEdit(context, { editId: id, by: authorOf(await request.caller()), reason });
      return editResponse(id);
    },
  );
};

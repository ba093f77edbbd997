import type { Wanted } from "../../../graph/selection.ts";
import { userOf } from "../../../http/caller.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import {
  adminEdit,
  adminEdits,
  editAnswer,
  editChangesBody,
  newEditBody,
  requestBody,
} from "./order-edit-schemas.ts";
import { confirmEdit } from "./use-cases/confirm-edit.ts";
import { createEdit } from "./use-cases/create-edit.ts";
import { deleteEdit } from "./use-cases/delete-edit.ts";
import { cancelEdit } from "./use-cases/end-edit.ts";
import { listEdits } from "./use-cases/list-edits.ts";
import { requestEdit } from "./use-cases/request-edit.ts";
import { showEdit } from "./use-cases/show-edit.ts";
import { updateEdit } from "./use-cases/update-edit.ts";

const tags = ["Order Edits"];
const one = { tags, params: path("id"), querystring: noQuery, response: editAnswer };

export const adminOrderEditRoutes: Routes = (app, parts) => {
  const shown = async (id: string, wanted: Wanted = {}) => ({
    order_edit: await showEdit(parts, id, { ...wanted, view: adminEdit }),
  });

  app.get(
    "/admin/order-edits",
    {
      schema: {
        tags,
        summary: "List order edits",
        querystring: adminEdits.querystring,
        response: page("order_edits", "order_edit"),
      },
    },
    (request) => listEdits(parts, request.query),
  );

  app.post(
    "/admin/order-edits",
    {
      schema: {
        tags,
        summary: "Begin to edit an order",
        querystring: noQuery,
        body: newEditBody,
        response: editAnswer,
      },
    },
    async (request) => {
      const { order_id: orderId, internal_note } = request.body;
      const userId = await userOf(request);
      return shown(await createEdit(parts, { orderId, internalNote: internal_note ?? null, userId }));
    },
  );

  app.get(
    "/admin/order-edits/:id",
    { schema: { ...one, summary: "Get an order edit", querystring: selectionQuery } },
    (request) => shown(request.params.id, request.query),
  );

  app.post(
    "/admin/order-edits/:id",
    { schema: { ...one, summary: "Update the note of an order edit", body: editChangesBody } },
    async (request) => {
      const { id } = request.params;
      const note = request.body?.internal_note;
      if (note !== undefined) await updateEdit(parts, id, note);
      return shown(id);
    },
  );

  app.delete(
    "/admin/order-edits/:id",
    { schema: { ...one, summary: "Delete an order edit", response: deletedBody } },
    async (request) => {
      const { id } = request.params;
      await deleteEdit(parts, id);
      return { id, object: "order_edit", deleted: true };
    },
  );

  app.post(
    "/admin/order-edits/:id/request",
    { schema: { ...one, summary: "Ask the customer to agree to an order edit", body: requestBody } },
    async (request) => {
      const { id } = request.params;
      const description = request.body?.payment_collection_description ?? null;
      await requestEdit(parts, { editId: id, userId: await userOf(request), description });
      return shown(id);
    },
  );

  app.post(
    "/admin/order-edits/:id/confirm",
    { schema: { ...one, summary: "Apply an order edit to its order" } },
    async (request) => {
      const { id } = request.params;
      await confirmEdit(parts, { editId: id, action: "confirm", by: await userOf(request) });
      return shown(id);
    },
  );

  app.post(
    "/admin/order-edits/:id/cancel",
    { schema: { ...one, summary: "Cancel an order edit" } },
    async (request) => {
      const { id } = request.params;
      await cancelEdit(parts, { editId: id, by: await userOf(request) });
      return shown(id);
    },
  );
};

import type { RequestedSelection } from "../../../graph/selection.ts";
import { userOf } from "../../../http/caller.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { createEdit, deleteEdit, updateEdit } from "./order-edit-changes.ts";
import {
  adminEdit,
  adminEdits,
  editChangesBody,
  editResponseSchema,
  itemChangesBody,
  newEditBody,
  newItemBody,
  requestBody,
} from "./order-edit-schemas.ts";
import { addItem, deleteItemChange, removeItem, updateItem } from "./use-cases/change-items.ts";
import { confirmEdit } from "./use-cases/confirm-edit.ts";
import { cancelEdit } from "./use-cases/end-edit.ts";
import { listEdits, showEdit } from "./use-cases/read-edits.ts";
import { requestEdit } from "./use-cases/request-edit.ts";

const tags = ["Order Edits"];
const editById = { tags, params: path("id"), querystring: noQuery, response: editResponseSchema };

export const adminOrderEditRoutes: Routes = (app, context) => {
  const editResponse = async (id: string, selection: RequestedSelection = {}) => ({
    order_edit: await showEdit(context, id, { ...selection, view: adminEdit }),
  });

  app.get(
    "/admin/order-edits",
    {
      schema: {
        tags,
        summary: "List order edits",
        querystring: adminEdits.querystring,
        response: page("order_edits", shown("AdminOrderEdit", adminEdit)),
      },
    },
    (request) => listEdits(context, request.query),
  );

  app.post(
    "/admin/order-edits",
    {
      schema: {
        tags,
        summary: "Create an order edit",
        querystring: noQuery,
        body: newEditBody,
        response: editResponseSchema,
      },
    },
    async (request) => {
      const { order_id: orderId, internal_note } = request.body;
      const userId = await userOf(request);
      return editResponse(
        await createEdit(context, { orderId, internalNote: internal_note ?? null, userId }),
      );
    },
  );

  app.get(
    "/admin/order-edits/:id",
    { schema: { ...editById, summary: "Get an order edit", querystring: selectionQuery } },
    (request) => editResponse(request.params.id, request.query),
  );

  app.post(
    "/admin/order-edits/:id",
    { schema: { ...editById, summary: "Update the note of an order edit", body: editChangesBody } },
    async (request) => {
      const { id } = request.params;
      await updateEdit(context, id, request.body?.internal_note);
      return editResponse(id);
    },
  );

  app.delete(
    "/admin/order-edits/:id",
    { schema: { ...editById, summary: "Delete an order edit", response: deletedBody } },
    async (request) => {
      const { id } = request.params;
      await deleteEdit(context, id);
      return { id, object: "order_edit", deleted: true };
    },
  );

  app.post(
    "/admin/order-edits/:id/request",
    { schema: { ...editById, summary: "Ask the customer to agree to an order edit", body: requestBody } },
    async (request) => {
      const { id } = request.params;
      const description = request.body?.payment_collection_description ?? null;
      await requestEdit(context, { editId: id, userId: await userOf(request), description });
      return editResponse(id);
    },
  );

  app.post(
    "/admin/order-edits/:id/confirm",
    { schema: { ...editById, summary: "Apply an order edit to its order" } },
    async (request) => {
      const { id } = request.params;
      const by = await userOf(request);
      const { granted } = await request.caller();
      await confirmEdit(context, { editId: id, action: "confirm", by, granted });
      return editResponse(id);
    },
  );

  app.post(
    "/admin/order-edits/:id/cancel",
    { schema: { ...editById, summary: "Cancel an order edit" } },
    async (request) => {
      const { id } = request.params;
      await cancelEdit(context, { editId: id, by: await userOf(request) });
      return editResponse(id);
    },
  );
};

const common = { tags, querystring: noQuery, response: editResponseSchema };
const itemById = { ...common, params: path("id", "item_id") };

export const editItemRoutes: Routes = (app, context) => {
  const editResponse = async (id: string) => ({
    order_edit: await showEdit(context, id, { view: adminEdit }),
  });

  app.post(
    "/admin/order-edits/:id/items",
    { schema: { ...common, summary: "Add a line", params: path("id"), body: newItemBody } },
    async (request) => {
      const { id } = request.params;
      await addItem(context, { editId: id, userId: await userOf(request) }, request.body);
      return editResponse(id);
    },
  );

  app.post(
    "/admin/order-edits/:id/items/:item_id",
    { schema: { ...itemById, summary: "Change the quantity of a line", body: itemChangesBody } },
    async (request) => {
      const { id, item_id: itemId } = request.params;
      const { quantity } = request.body;
      const userId = await userOf(request);
      const { granted } = await request.caller();
      await updateItem(context, { editId: id, userId, granted }, { itemId, quantity });
      return editResponse(id);
    },
  );

  app.delete(
    "/admin/order-edits/:id/items/:item_id",
    { schema: { ...itemById, summary: "Remove a line" } },
    async (request) => {
      const { id, item_id: itemId } = request.params;
      await removeItem(context, { editId: id, userId: await userOf(request) }, itemId);
      return editResponse(id);
    },
  );

  app.delete(
    "/admin/order-edits/:id/changes/:change_id",
    {
      schema: {
        ...common,
        summary: "Delete a change",
        params: path("id", "change_id"),
        response: deletedBody,
      },
    },
    async (request) => {
      const { id: editId, change_id: changeId } = request.params;
      await deleteItemChange(context, { editId, changeId, userId: await userOf(request) });
      return { id: changeId, object: "item_change", deleted: true };
    },
  );
};

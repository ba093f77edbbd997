import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, path, type Routes } from "../../../http/routes.ts";
import { adminEdit, editAnswer, itemChangesBody, newItemBody } from "./order-edit-schemas.ts";
import { addItem, removeItem, updateItem } from "./use-cases/change-items.ts";
import { deleteItemChange } from "./use-cases/delete-change.ts";
import { showEdit } from "./use-cases/show-edit.ts";

const tags = ["Order Edits"];
const common = { tags, querystring: noQuery, response: editAnswer };
const item = { ...common, params: path("id", "item_id") };

/** The lines of an edit. */
export const editItemRoutes: Routes = (app, parts) => {
  const shown = async (id: string) => ({ order_edit: await showEdit(parts, id, { view: adminEdit }) });

  app.post(
    "/admin/order-edits/:id/items",
    { schema: { ...common, summary: "Add a line", params: path("id"), body: newItemBody } },
    async (request) => {
      const { id } = request.params;
      await addItem(parts, { editId: id, userId: await userOf(request) }, request.body);
      return shown(id);
    },
  );

  app.post(
    "/admin/order-edits/:id/items/:item_id",
    { schema: { ...item, summary: "Change the quantity of a line", body: itemChangesBody } },
    async (request) => {
      const { id, item_id: itemId } = request.params;
      const { quantity } = request.body;
      await updateItem(parts, { editId: id, userId: await userOf(request) }, { itemId, quantity });
      return shown(id);
    },
  );

  app.delete(
    "/admin/order-edits/:id/items/:item_id",
    { schema: { ...item, summary: "Take a line out" } },
    async (request) => {
      const { id, item_id: itemId } = request.params;
      await removeItem(parts, { editId: id, userId: await userOf(request) }, itemId);
      return shown(id);
    },
  );

  app.delete(
    "/admin/order-edits/:id/changes/:change_id",
    {
      schema: {
        ...common,
        summary: "Take a change back",
        params: path("id", "change_id"),
        response: deletedBody,
      },
    },
    async (request) => {
      const { id: editId, change_id: changeId } = request.params;
      await deleteItemChange(parts, { editId, changeId, userId: await userOf(request) });
      return { id: changeId, object: "item_change", deleted: true };
    },
  );
};

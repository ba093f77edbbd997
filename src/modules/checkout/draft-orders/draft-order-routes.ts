import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import {
  changedDraft,
  draftAnswer,
  draftChangesBody,
  draftLineChangesBody,
  drafts,
  newDraftBody,
  newDraftLineBody,
  shownDraft,
  updatedDraft,
} from "./draft-order-schemas.ts";
import { toListedDraft } from "./draft-order-view.ts";
import { addDraftLine, changeDraftLine, removeDraftLine } from "./use-cases/change-draft-lines.ts";
import { createDraftOrder } from "./use-cases/create-draft-order.ts";
import { deleteDraftOrder } from "./use-cases/delete-draft-order.ts";
import { showDraftOrder } from "./use-cases/show-draft-order.ts";
import { updateDraftOrder } from "./use-cases/update-draft-order.ts";

const tags = ["Draft Orders"];
const one = { tags, querystring: noQuery, params: path("id"), response: draftAnswer };
const line = { ...one, params: path("id", "line_id") };

export const draftOrderRoutes: Routes = (app, parts) => {
  const changed = async (id: string) => ({
    draft_order: await showDraftOrder(parts, id, { view: changedDraft, isChanged: true }),
  });

  app.get(
    "/admin/draft-orders",
    {
      schema: {
        tags,
        summary: "List draft orders",
        querystring: drafts.querystring,
        response: page("draft_orders", "draft_order"),
      },
    },
    async (request) => {
      const { maxLimit } = parts.config;
      const { rows, ...paging } = await drafts.read(parts.graph, request.query, { maxLimit });
      return { draft_orders: rows.map(toListedDraft), ...paging };
    },
  );

  app.post(
    "/admin/draft-orders",
    {
      schema: {
        tags,
        summary: "Create a draft order",
        querystring: noQuery,
        body: newDraftBody,
        response: draftAnswer,
      },
    },
    async (request) => {
      const { status: _, ...wanted } = request.body;
      const id = await createDraftOrder(parts, wanted);
      return { draft_order: await showDraftOrder(parts, id, { view: shownDraft, isChanged: true }) };
    },
  );

  app.get(
    "/admin/draft-orders/:id",
    { schema: { ...one, summary: "Get a draft order" } },
    async (request) => ({
      draft_order: await showDraftOrder(parts, request.params.id, { view: shownDraft }),
    }),
  );

  app.post(
    "/admin/draft-orders/:id",
    {
      schema: {
        ...one,
        summary: "Update a draft order",
        description: "As in v1, the answer has the draft itself as it was before, and its cart as it is now.",
        body: draftChangesBody,
      },
    },
    async (request) => {
      const { id } = request.params;
      const asked = { view: updatedDraft, isChanged: true };
      const before = await showDraftOrder(parts, id, asked);
      await updateDraftOrder(parts, id, request.body);
      const { cart } = await showDraftOrder(parts, id, asked);
      return { draft_order: { ...before, cart } };
    },
  );

  app.delete(
    "/admin/draft-orders/:id",
    { schema: { ...one, summary: "Delete a draft order", response: deletedBody } },
    async (request) => {
      const { id } = request.params;
      await deleteDraftOrder(parts, id);
      return { id, object: "draft-order", deleted: true };
    },
  );

  app.post(
    "/admin/draft-orders/:id/line-items",
    { schema: { ...one, summary: "Add a line to a draft order", body: newDraftLineBody } },
    async (request) => {
      const { id } = request.params;
      await addDraftLine(parts, id, request.body);
      return changed(id);
    },
  );

  app.post(
    "/admin/draft-orders/:id/line-items/:line_id",
    { schema: { ...line, summary: "Change a line of a draft order", body: draftLineChangesBody } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      await changeDraftLine(parts, id, { lineId, ...request.body });
      return changed(id);
    },
  );

  app.delete(
    "/admin/draft-orders/:id/line-items/:line_id",
    { schema: { ...line, summary: "Remove a line from a draft order" } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      await removeDraftLine(parts, id, lineId);
      return changed(id);
    },
  );
};

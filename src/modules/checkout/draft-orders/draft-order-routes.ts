import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import {
  neededForDraft,
  neededForLineChange,
  neededForNewLine,
  neededForShipping,
} from "./agreed-price-schemas.ts";
import {
  addDraftLine,
  chooseDraftShipping,
  createDraftOrder,
  deleteDraftOrder,
  removeDraftLine,
  updateDraftLine,
} from "./draft-order-changes.ts";
import {
  changedDraft,
  changedDraftAnswer,
  draftAnswer,
  draftChangesBody,
  draftLineChangesBody,
  draftShippingBody,
  drafts,
  newDraftBody,
  newDraftLineBody,
  shownDraft,
  updatedDraftAnswer,
} from "./draft-order-schemas.ts";
import { listDraftOrders, showDraftOrder, updateAndShowDraftOrder } from "./use-cases/show-draft-order.ts";

const tags = ["Draft Orders"];
const one = { tags, querystring: noQuery, params: path("id"), response: draftAnswer };
const changed = { ...one, response: changedDraftAnswer };
const line = { ...changed, params: path("id", "line_id") };

export const draftOrderRoutes: Routes = (app, context) => {
  const showChanged = async (id: string) => ({
    draft_order: await showDraftOrder(context, id, { view: changedDraft, isChanged: true }),
  });

  app.get(
    "/admin/draft-orders",
    {
      schema: {
        tags,
        summary: "List draft orders",
        querystring: drafts.querystring,
        response: page("draft_orders", shown("AdminListedDraftOrder", drafts.view)),
      },
    },
    (request) => listDraftOrders(context.graph, request.query, context.config),
  );

  app.post(
    "/admin/draft-orders",
    {
      config: { alsoNeeds: neededForDraft },
      schema: {
        tags,
        summary: "Create a draft order",
        querystring: noQuery,
        body: newDraftBody,
        response: draftAnswer,
      },
    },
    async (request) => {
      const id = await createDraftOrder(context, request.body);
      return { draft_order: await showDraftOrder(context, id, { view: shownDraft, isChanged: true }) };
    },
  );

  app.get(
    "/admin/draft-orders/:id",
    { schema: { ...one, summary: "Get a draft order" } },
    async (request) => ({
      draft_order: await showDraftOrder(context, request.params.id, { view: shownDraft }),
    }),
  );

  app.post(
    "/admin/draft-orders/:id",
    {
      schema: {
        ...one,
        response: updatedDraftAnswer,
        summary: "Update a draft order",
        description: "As in v1, the answer has the draft itself as it was before, and its cart as it is now.",
        body: draftChangesBody,
      },
    },
    async (request) => ({
      draft_order: await updateAndShowDraftOrder(context, request.params.id, request.body),
    }),
  );

  app.delete(
    "/admin/draft-orders/:id",
    { schema: { ...one, summary: "Delete a draft order", response: deletedBody } },
    async (request) => {
      const { id } = request.params;
      await deleteDraftOrder(context, id);
      return { id, object: "draft-order", deleted: true };
    },
  );

  app.post(
    "/admin/draft-orders/:id/shipping-methods",
    {
      config: { alsoNeeds: neededForShipping },
      schema: { ...changed, summary: "Choose how a draft order is sent", body: draftShippingBody },
    },
    async (request) => {
      const { id } = request.params;
      await chooseDraftShipping(context, id, request.body);
      return showChanged(id);
    },
  );

  app.post(
    "/admin/draft-orders/:id/line-items",
    {
      config: { alsoNeeds: neededForNewLine },
      schema: { ...changed, summary: "Add a line to a draft order", body: newDraftLineBody },
    },
    async (request) => {
      const { id } = request.params;
      await addDraftLine(context, id, request.body);
      return showChanged(id);
    },
  );

  app.post(
    "/admin/draft-orders/:id/line-items/:line_id",
    {
      config: { alsoNeeds: neededForLineChange },
      schema: { ...line, summary: "Change a line of a draft order", body: draftLineChangesBody },
    },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      const { granted } = await request.caller();
      await updateDraftLine(context, id, { lineId, granted, ...request.body });
      return showChanged(id);
    },
  );

  app.delete(
    "/admin/draft-orders/:id/line-items/:line_id",
    { schema: { ...line, summary: "Remove a line from a draft order" } },
    async (request) => {
      const { id, line_id: lineId } = request.params;
      await removeDraftLine(context, id, lineId);
      return showChanged(id);
    },
  );
};

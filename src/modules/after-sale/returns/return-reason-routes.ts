import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, path, type Routes } from "../../../http/routes.ts";
import { createReturnReason, deleteReturnReason, updateReturnReason } from "./return-reason-changes.ts";
import {
  newReasonBody,
  reasonChangesBody,
  reasonResponseSchema,
  reasonsResponseSchema,
} from "./return-schemas.ts";
import { listReasons, showReason } from "./use-cases/read-returns.ts";

const tags = ["Return Reasons"];
const reasonList = {
  tags,
  summary: "List return reasons",
  querystring: noQuery,
  response: reasonsResponseSchema,
};
const reasonById = { tags, querystring: noQuery, params: path("id"), response: reasonResponseSchema };

export const returnReasonRoutes: Routes = (app, context) => {
  app.get("/store/return-reasons", { schema: reasonList }, () => listReasons(context));
  app.get(
    "/store/return-reasons/:id",
    { schema: { ...reasonById, summary: "Get a return reason" } },
    (request) => showReason(context, request.params.id),
  );

  app.get("/admin/return-reasons", { schema: reasonList }, () => listReasons(context));

  app.post(
    "/admin/return-reasons",
    {
      schema: {
        tags,
        summary: "Create a return reason",
        querystring: noQuery,
        body: newReasonBody,
        response: reasonResponseSchema,
      },
    },
    async (request) => showReason(context, await createReturnReason(context, request.body)),
  );

  app.get(
    "/admin/return-reasons/:id",
    { schema: { ...reasonById, summary: "Get a return reason" } },
    (request) => showReason(context, request.params.id),
  );

  app.post(
    "/admin/return-reasons/:id",
    { schema: { ...reasonById, summary: "Update a return reason", body: reasonChangesBody } },
    async (request) => {
      await updateReturnReason(context, request.params.id, request.body);
      return showReason(context, request.params.id);
    },
  );

  app.delete(
    "/admin/return-reasons/:id",
    { schema: { ...reasonById, summary: "Delete a return reason", response: deletedBody } },
    async (request) => {
      await deleteReturnReason(context, request.params.id);
      return { id: request.params.id, object: "return_reason", deleted: true };
    },
  );
};

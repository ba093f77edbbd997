import type { FastifyRequest } from "fastify";
import type { Wanted } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { declineBody, editAnswer, storeEdit } from "./order-edit-schemas.ts";
import { confirmEdit } from "./use-cases/confirm-edit.ts";
import { declineEdit } from "./use-cases/end-edit.ts";
import { showEdit } from "./use-cases/show-edit.ts";

const one = { tags: ["Order Edits"], params: path("id"), querystring: noQuery, response: editAnswer };

/** Whoever is logged in, or nobody. */
async function whoever(request: FastifyRequest): Promise<string | null> {
  const { customerId, userId } = await request.caller();
  return customerId ?? userId;
}

/** Whoever knows the id of an edit may agree to it, as whoever has the order's confirmation sees the order. */
export const storeOrderEditRoutes: Routes = (app, parts) => {
  const shown = async (id: string, wanted: Wanted = {}) => ({
    order_edit: await showEdit(parts, id, { ...wanted, view: storeEdit }),
  });

  app.get(
    "/store/order-edits/:id",
    { schema: { ...one, summary: "Get an order edit", querystring: selectionQuery } },
    (request) => shown(request.params.id, request.query),
  );

  app.post(
    "/store/order-edits/:id/complete",
    { schema: { ...one, summary: "Agree to an order edit that is paid for" } },
    async (request) => {
      const { id } = request.params;
      await confirmEdit(parts, { editId: id, action: "complete", by: await whoever(request) });
      return shown(id);
    },
  );

  app.post(
    "/store/order-edits/:id/decline",
    { schema: { ...one, summary: "Decline an order edit", body: declineBody } },
    async (request) => {
      const { id } = request.params;
      const reason = request.body?.declined_reason ?? null;
      await declineEdit(parts, { editId: id, by: await whoever(request), reason });
      return shown(id);
    },
  );
};

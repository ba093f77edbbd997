import { noQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { orderAnswer, showOrder } from "../../orders/orders/index.ts";
import { orderOfDraft } from "../draft-orders/index.ts";
import { payDraftOrder } from "./use-cases/pay-draft-order.ts";

/** A draft order becomes an order. */
export const draftPaymentRoutes: Routes = (app, parts) => {
  app.post(
    "/admin/draft-orders/:id/pay",
    {
      schema: {
        tags: ["Draft Orders"],
        summary: "Mark a draft order as paid",
        querystring: noQuery,
        params: path("id"),
        response: orderAnswer,
      },
    },
    async (request) => {
      const orderId = await payDraftOrder(parts, request.params.id);
      return { order: await showOrder(parts, orderId, { view: orderOfDraft }) };
    },
  );
};

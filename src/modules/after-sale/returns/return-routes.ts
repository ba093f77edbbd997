import type { FastifyReply } from "fastify";
import { noQuery } from "../../../http/list-query.ts";
import { found, page, path, type Routes } from "../../../http/routes.ts";
import { changedOrder, orderAnswer, orderChange, readOrders } from "../../orders/orders/index.ts";
import {
  adminReturn,
  adminReturns,
  orderOfCanceled,
  orderReturnBody,
  receiveBody,
  returnAnswer,
  storeReturn,
  storeReturnBody,
} from "./return-schemas.ts";
import { cancelReturn } from "./use-cases/cancel-return.ts";
import { createReturn } from "./use-cases/create-return.ts";
import { shippingChosen } from "./use-cases/prepare-return-shipping.ts";
import { receiveReturn } from "./use-cases/receive-return.ts";

const tags = ["Returns"];

/** The key that a repetition of the request will have, or one that nobody knows. */
const keyOf = (reply: FastifyReply) => String(reply.getHeader("idempotency-key"));

/** The constant by which v1 names orders, wherever they are shown. */
const withNamedOrder = <Return extends { order?: object | null }>(row: Return): Return =>
  row.order ? { ...row, order: { object: "order", ...row.order } } : row;

export const returnRoutes: Routes = (app, parts) => {
  const shown = async (view: typeof adminReturn | typeof storeReturn, id: string) => ({
    return: found(await parts.graph.find(view, id), "Return", id),
  });

  app.post(
    "/admin/orders/:id/return",
    { schema: { ...orderChange, summary: "Request a return", params: path("id"), body: orderReturnBody } },
    async (request, reply) => {
      const { items, return_shipping, refund, receive_now, no_notification, location_id, metadata } =
        request.body;
      await createReturn(parts, {
        orderId: request.params.id,
        items,
        shipping: shippingChosen(return_shipping),
        refund,
        receiveNow: receive_now,
        noNotification: no_notification,
        locationId: location_id,
        metadata,
        idempotencyKey: keyOf(reply),
      });
      return changedOrder(parts, request);
    },
  );

  app.get(
    "/admin/returns",
    {
      schema: {
        tags,
        summary: "List returns",
        querystring: adminReturns.querystring,
        response: page("returns", "return"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminReturns.read(parts.graph, request.query, parts.config);
      return { returns: rows.map(withNamedOrder), ...paging };
    },
  );

  app.post(
    "/admin/returns/:id/receive",
    {
      schema: {
        tags,
        summary: "Receive a return",
        description:
          "What comes back is counted as returned and goes back into stock, and the money is given back. " +
          "Other goods than were asked for leave the return in `requires_action`, until it is received with a `refund`.",
        params: path("id"),
        querystring: noQuery,
        body: receiveBody,
        response: returnAnswer,
      },
    },
    async (request) => {
      const { items, refund = null, location_id: locationId = null } = request.body;
      const { id } = request.params;
      await receiveReturn(parts, { returnId: id, items, refund, locationId });
      return shown(adminReturn, id);
    },
  );

  app.post(
    "/admin/returns/:id/cancel",
    {
      schema: {
        tags,
        summary: "Cancel a return",
        params: path("id"),
        querystring: noQuery,
        response: orderAnswer,
      },
    },
    async (request) => {
      const orderId = await cancelReturn(parts, request.params.id);
      const [order] = await readOrders(parts, orderOfCanceled, {
        filters: [{ kind: "equals", column: "id", value: orderId }],
        limit: 1,
        offset: 0,
      });
      return { order };
    },
  );

  app.post(
    "/store/returns",
    {
      schema: {
        tags,
        summary: "Request a return",
        description: "For whoever knows the id of the order, as whoever has its confirmation does.",
        querystring: noQuery,
        body: storeReturnBody,
        response: returnAnswer,
      },
    },
    async (request, reply) => {
      const { order_id: orderId, items, return_shipping } = request.body;
      const id = await createReturn(parts, {
        orderId,
        items,
        shipping: return_shipping ? { ...return_shipping, isCustomer: true } : null,
        idempotencyKey: keyOf(reply),
        mostReturns: parts.config.orderReturns,
      });
      return shown(storeReturn, id);
    },
  );
};

import { noQuery } from "../../../http/list-query.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { orderReservations, reservationAnswer, reserveBody } from "./fulfillment-schemas.ts";
import { listOrderReservations, reserveLine } from "./use-cases/order-reservations.ts";

const tags = ["Orders"];

export const orderReservationRoutes: Routes = (app, context) => {
  app.get(
    "/admin/orders/:id/reservations",
    {
      config: { permission: "stock:read" },
      schema: {
        tags,
        summary: "List the reservations for the items of an order",
        params: path("id"),
        querystring: orderReservations.querystring,
        response: page("reservations", "reservation_item"),
      },
    },
    ({ params, query }) => listOrderReservations(context, params.id, query),
  );

  app.post(
    "/admin/orders/:id/line-items/:line_item_id/reserve",
    {
      config: { permission: "stock:write" },
      schema: {
        tags,
        summary: "Reserve stock for an item of an order",
        description:
          "All pieces that are not reserved yet, at a stock location of the order's sales channel.",
        params: path("id", "line_item_id"),
        querystring: noQuery,
        body: reserveBody,
        response: reservationAnswer,
      },
    },
    ({ params: { id: orderId, line_item_id: lineItemId }, body }) =>
      reserveLine(context, { orderId, lineItemId, ...body }),
  );
};

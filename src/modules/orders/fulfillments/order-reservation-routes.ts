import { Type } from "typebox";
import { listQuery, noQuery } from "../../../http/list-query.ts";
import { ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { adminReservation } from "../../stock/inventory/index.ts";
import { order, unknownOrder } from "../orders/index.ts";
import { reserveBody } from "./fulfillment-schemas.ts";
import { forLinesOfOrder } from "./order-reservations-graph.ts";
import { reserveLine } from "./use-cases/reserve-line.ts";

const tags = ["Orders"];
const reservations = listQuery({ view: adminReservation, limit: 20 });
const known = { entity: order, fields: ["id"] };

// v1 documents the fields of the reservation, and answers with the reservation under its name: here are both.
const reserved = ok({
  reservation: view("reservation_item"),
  line_item_id: Type.String(),
  location_id: Type.String(),
  inventory_item_id: Type.String(),
  quantity: Type.Integer(),
  description: Type.Unsafe<string | null>({ type: ["string", "null"] }),
  metadata: Type.Unsafe<Record<string, unknown> | null>({
    type: ["object", "null"],
    additionalProperties: true,
  }),
});

export const orderReservationRoutes: Routes = (app, parts) => {
  const { config, graph } = parts;

  app.get(
    "/admin/orders/:id/reservations",
    {
      schema: {
        tags,
        summary: "List the reservations for the items of an order",
        params: path("id"),
        querystring: reservations.querystring,
        response: page("reservations", "reservation_item"),
      },
    },
    async ({ params, query }) => {
      const also = [{ kind: "custom" as const, condition: forLinesOfOrder, value: params.id }];
      const { rows, ...paging } = await reservations.read(graph, query, { ...config, also });
      // Only where nothing is found it must be asked whether there is an order at all.
      if (paging.count === 0 && !(await graph.find(known, params.id))) throw unknownOrder(params.id);
      return { reservations: rows, ...paging };
    },
  );

  app.post(
    "/admin/orders/:id/line-items/:line_item_id/reserve",
    {
      schema: {
        tags,
        summary: "Reserve stock for an item of an order",
        description: "As many pieces as nobody keeps for it yet, at a location of the order's channel.",
        params: path("id", "line_item_id"),
        querystring: noQuery,
        body: reserveBody,
        response: reserved,
      },
    },
    async ({ params, body }) => {
      const [id] = await reserveLine(parts, {
        orderId: params.id,
        lineItemId: params.line_item_id,
        quantity: body.quantity,
        locationId: body.location_id ?? null,
      });
      const reservation = (await graph.find(adminReservation, id!))!;
      return { ...reservation, reservation };
    },
  );
};

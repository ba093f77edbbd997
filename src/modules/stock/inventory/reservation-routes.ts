import { Type } from "typebox";
import { userOf } from "../../../http/caller.ts";
import { listQuery, noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, dates, numbers, textFilter } from "../../../http/query-filters.ts";
import {
  body,
  deletedBody,
  metadata,
  nonEmptyText,
  ok,
  optional,
  page,
  path,
  type Routes,
  view,
} from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { listedReservationFields, withOrderOfLine } from "../v1-shapes.ts";
import { reservationItem } from "./inventory-graph.ts";
import { unknownReservation } from "./reservation.ts";
import { createReservation, deleteReservation, updateReservation } from "./reservation-changes.ts";

const quantity = Type.Integer({ minimum: 1, maximum: MAX_AMOUNT });
const description = Type.String({ maxLength: 10_000 });

const newReservationBody = body({
  line_item_id: optional(nonEmptyText),
  location_id: nonEmptyText,
  inventory_item_id: nonEmptyText,
  quantity,
  description: optional(description),
  metadata: optional(metadata),
});

const reservationChangesBody = body({
  quantity: optional(quantity),
  location_id: optional(nonEmptyText),
  description: optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 10_000 })),
  metadata: optional(metadata),
});

export const adminReservation = { entity: reservationItem };

const adminReservations = listQuery({
  view: {
    entity: reservationItem,
    fields: listedReservationFields,
  },
  limit: 20,
  filters: {
    location_id: textFilter({ comparisons: false }),
    inventory_item_id: anyOf(),
    line_item_id: anyOf(),
    created_by: anyOf(),
    quantity: numbers(),
    created_at: dates(),
    updated_at: dates(),
    description: textFilter(),
  },
});

const tags = ["Reservations"];
const answer = { tags, querystring: noQuery, response: ok({ reservation: view("reservation_item") }) };
const one = { ...answer, params: path("id") };

export const reservationRoutes: Routes = (app, { config, db, graph }) => {
  const readReservation = async (id: string) => {
    const reservation = await graph.find(adminReservation, id);
    if (!reservation) throw unknownReservation(id);
    return { reservation };
  };

  app.get(
    "/admin/reservations",
    {
      schema: {
        tags,
        summary: "List reservations",
        querystring: adminReservations.querystring,
        response: page("reservations", shown("AdminListedReservation", adminReservations.view)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminReservations.read(graph, withOrderOfLine(request.query), config);
      return { reservations: rows, ...paging };
    },
  );

  app.post(
    "/admin/reservations",
    { schema: { ...answer, summary: "Create a reservation", body: newReservationBody } },
    async (request) => readReservation(await createReservation({ db }, await userOf(request), request.body)),
  );

  app.get("/admin/reservations/:id", { schema: { ...one, summary: "Get a reservation" } }, (request) =>
    readReservation(request.params.id),
  );

  app.post(
    "/admin/reservations/:id",
    { schema: { ...one, summary: "Update a reservation", body: reservationChangesBody } },
    async (request) => {
      await updateReservation({ db }, request.params.id, request.body);
      return readReservation(request.params.id);
    },
  );

  app.delete(
    "/admin/reservations/:id",
    { schema: { ...one, summary: "Delete a reservation", response: deletedBody } },
    async (request) => {
      await deleteReservation({ db }, request.params.id);
      return { id: request.params.id, object: "reservation", deleted: true };
    },
  );
};

import type { Wanted } from "../../../graph/selection.ts";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { unknownReservation } from "./reservation.ts";
import { createReservation, deleteReservation, updateReservation } from "./reservation-changes.ts";
import {
  adminReservation,
  adminReservations,
  newReservationBody,
  reservationChangesBody,
} from "./reservation-schemas.ts";

const tags = ["Reservations"];
const answer = { tags, querystring: noQuery, response: ok({ reservation: view("reservation_item") }) };
const one = { ...answer, params: path("id") };

/** Dashboards request the line and read its order, because v1 returns it. */
const withOrder = <Query extends Wanted>(query: Query): Query =>
  query.expand?.split(",").some((name) => name.trim() === "line_item")
    ? { ...query, expand: `${query.expand},line_item.order` }
    : query;

export const reservationRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (id: string) => {
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
        response: page("reservations", "reservation_item"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminReservations.read(graph, withOrder(request.query), config);
      return { reservations: rows, ...paging };
    },
  );

  app.post(
    "/admin/reservations",
    { schema: { ...answer, summary: "Create a reservation", body: newReservationBody } },
    async (request) => shown(await createReservation({ db }, await userOf(request), request.body)),
  );

  app.get("/admin/reservations/:id", { schema: { ...one, summary: "Get a reservation" } }, (request) =>
    shown(request.params.id),
  );

  app.post(
    "/admin/reservations/:id",
    { schema: { ...one, summary: "Update a reservation", body: reservationChangesBody } },
    async (request) => {
      await updateReservation({ db }, request.params.id, request.body);
      return shown(request.params.id);
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

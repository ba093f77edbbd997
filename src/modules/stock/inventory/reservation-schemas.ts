import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, numbers, textFilter } from "../../../http/query-filters.ts";
import { body, metadata, nonEmptyText, optional } from "../../../http/routes.ts";
import { reservationItem } from "./inventory-graph.ts";

const quantity = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const description = Type.String({ maxLength: 10_000 });

export const newReservationBody = body({
  line_item_id: optional(nonEmptyText),
  location_id: nonEmptyText,
  inventory_item_id: nonEmptyText,
  quantity,
  description: optional(description),
  metadata: optional(metadata),
});

export const reservationChangesBody = body({
  quantity: optional(quantity),
  location_id: optional(nonEmptyText),
  description: optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 10_000 })),
  metadata: optional(metadata),
});

export const adminReservation = { entity: reservationItem };

export const adminReservations = listQuery({
  view: {
    entity: reservationItem,
    fields: [
      "id",
      "location_id",
      "inventory_item_id",
      "quantity",
      "line_item_id",
      "description",
      "metadata",
      "created_at",
      "updated_at",
    ],
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

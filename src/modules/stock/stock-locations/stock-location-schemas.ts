import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { dates, textFilter, where } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional } from "../../../http/routes.ts";
import { ofSalesChannels, stockLocation } from "./stock-locations-graph.ts";

const line = Type.String({ minLength: 1, maxLength: 1000 });
const optionalLine = optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 1000 }));
const countryCode = Type.String({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166, two letters." });

// The object comes first, so that the error message names the wrong field in it.
const address = Type.Union(
  [
    body({
      address_1: line,
      address_2: optionalLine,
      company: optionalLine,
      city: optionalLine,
      country_code: countryCode,
      phone: optionalLine,
      postal_code: optionalLine,
      province: optionalLine,
    }),
    Type.String({ minLength: 1 }),
  ],
  { description: "A new address, or the id of an existing one." },
);

export const newLocationBody = body({
  name: line,
  address: optional(address),
  address_id: optional(line),
  metadata: optional(metadata),
  carry_over_stock: optional(
    Type.Boolean({
      description:
        "Whether the quantities of the variants become levels at this location, as by `POST /admin/stock-locations/{id}/carry-over-stock`.",
    }),
  ),
});

export const locationChangesBody = body({
  name: optional(line),
  address: optional(address),
  address_id: optional(line),
  metadata: optional(metadata),
});

export const adminLocation = {
  entity: stockLocation,
  fields: ["id", "name", "address_id", "metadata", "created_at", "updated_at"],
};

export const adminLocations = listQuery({
  view: adminLocation,
  limit: 20,
  search: ["name"],
  filters: {
    id: textFilter({ comparisons: false }),
    name: textFilter({ comparisons: false }),
    address_id: textFilter({ comparisons: false }),
    sales_channel_id: where(ofSalesChannels, { either: true }),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
  },
});

export const carriedAnswer = ok({
  stock_location: shown("AdminStockLocation", adminLocation),
  carried_over: Type.Object(
    { levels: Type.Integer(), reservations: Type.Integer() },
    { description: "The number of created levels and reservations." },
  ),
});

import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, ok, optional, view } from "../../../http/routes.ts";
import { currency } from "./currencies-graph.ts";

export const currencyChangesBody = body({
  includes_tax: optional(Type.Boolean({ description: "Whether prices in this currency include tax." })),
});

export const currencyResponseSchema = ok({ currency: view("currency") });

export const currencyView = { entity: currency };

/** Codes are stored in lower case. */
const codeFilter: QueryFilter = {
  schema: Type.String(),
  toFilters: (value, name) => [{ kind: "equals", column: name, value: String(value).toLowerCase() }],
};

export const currencies = listQuery({
  view: currencyView,
  limit: 20,
  order: "code",
  takes: ["order"],
  search: ["code", "name"],
  filters: { code: codeFilter, includes_tax: equalTo("boolean") },
});

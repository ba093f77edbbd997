import { Type } from "typebox";
import { listQuery, noQuery } from "../../../http/list-query.ts";
import { equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, found, ok, optional, page, path, type Routes, view } from "../../../http/routes.ts";
import { openToAll } from "../v1-shapes.ts";
import { currency } from "./currencies-graph.ts";
import { updateCurrency } from "./currency-changes.ts";

const currencyChangesBody = body({
  includes_tax: optional(Type.Boolean({ description: "Whether prices in this currency include tax." })),
});

const currencyResponseSchema = ok({ currency: view("currency") });

const currencyView = { entity: currency };

/** Codes are stored in lower case. */
const codeFilter: QueryFilter = {
  schema: Type.String(),
  toFilters: (value, name) => [{ kind: "equals", column: name, value: String(value).toLowerCase() }],
};

const currencies = listQuery({
  view: currencyView,
  limit: 20,
  order: "code",
  takes: ["order"],
  search: ["code", "name"],
  filters: { code: codeFilter, includes_tax: equalTo("boolean") },
});

const tags = ["Currencies"];

export const currencyRoutes: Routes = (app, { config, db, graph }) => {
  app.get(
    "/admin/currencies",
    {
      config: openToAll,
      schema: {
        tags,
        summary: "List currencies",
        querystring: currencies.querystring,
        response: page("currencies", "currency"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await currencies.read(graph, request.query, config);
      return { currencies: rows, ...paging };
    },
  );

  app.post(
    "/admin/currencies/:code",
    {
      schema: {
        tags,
        summary: "Update a currency",
        querystring: noQuery,
        params: path("code"),
        body: currencyChangesBody,
        response: currencyResponseSchema,
      },
    },
    async (request) => {
      const code = await updateCurrency({ db }, request.params.code, request.body);
      return { currency: found(await graph.find(currencyView, code), "Currency", code) };
    },
  );
};

import { noQuery } from "../../../http/list-query.ts";
import { found, page, path, type Routes } from "../../../http/routes.ts";
import { updateCurrency } from "./currency-changes.ts";
import { currencies, currencyChangesBody, currencyResponseSchema, currencyView } from "./currency-schemas.ts";

const tags = ["Currencies"];

export const currencyRoutes: Routes = (app, { config, db, graph }) => {
  app.get(
    "/admin/currencies",
    {
      // As in v1 this list needs no login.
      config: { public: true },
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
      const code = request.params.code.toLowerCase();
      await updateCurrency({ db }, code, request.body);
      return { currency: found(await graph.find(currencyView, code), "Currency", code) };
    },
  );
};

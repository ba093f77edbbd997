import { noQuery } from "../../../http/list-query.ts";
import { found, page, path, type Routes } from "../../../http/routes.ts";
import { currencies, currencyAnswer, currencyChangesBody, currencyView } from "./currency-schemas.ts";
import { updateCurrency } from "./use-cases/update-currency.ts";

const tags = ["Currencies"];

export const currencyRoutes: Routes = (app, { config, db, graph }) => {
  app.get(
    "/admin/currencies",
    {
      // The contract asks for no credential here, and the list holds no secret.
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
        response: currencyAnswer,
      },
    },
    async (request) => {
      const code = request.params.code.toLowerCase();
      await updateCurrency({ db }, code, request.body);
      return { currency: found(await graph.find(currencyView, code), "Currency", code) };
    },
  );
};

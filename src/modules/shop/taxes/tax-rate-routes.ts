import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { targetKinds, taxRateNotFound } from "./tax-rate.ts";
import {
  addTaxTargets,
  createTaxRate,
  deleteTaxRate,
  removeTaxTargets,
  updateTaxRate,
} from "./tax-rate-changes.ts";
import {
  adminTaxRate,
  adminTaxRates,
  newTaxRateBody,
  selectionOf,
  targetsBody,
  taxRateChangesBody,
  taxRateResponseSchema,
  taxSelectionQuery,
} from "./tax-rate-schemas.ts";

const tags = ["Tax Rates"];
const taxRateRoute = { tags, querystring: taxSelectionQuery, response: taxRateResponseSchema };
const taxRateById = { ...taxRateRoute, params: path("id") };

export const taxRateRoutes: Routes = (app, { config, db, graph }) => {
  type Query = Parameters<typeof selectionOf>[0];

  const taxRateResponse = async (id: string, query: Query) => {
    const taxRate = await graph.find(adminTaxRate, id, selectionOf(query));
    if (!taxRate) throw taxRateNotFound(id);
    return { tax_rate: taxRate };
  };
  const respondAfter = async (query: Query, write: () => Promise<string>) =>
    taxRateResponse(await write(), query);

  app.get(
    "/admin/tax-rates",
    {
      schema: {
        tags,
        summary: "List tax rates",
        querystring: adminTaxRates.querystring,
        response: page("tax_rates", "counted_tax_rate"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminTaxRates.read(
        graph,
        selectionOf(request.query as Query),
        config,
      );
      return { tax_rates: rows, ...paging };
    },
  );

  app.post(
    "/admin/tax-rates",
    { schema: { ...taxRateRoute, summary: "Create a tax rate", body: newTaxRateBody } },
    (request) => respondAfter(request.query, () => createTaxRate({ db }, request.body)),
  );

  app.get("/admin/tax-rates/:id", { schema: { ...taxRateById, summary: "Get a tax rate" } }, (request) =>
    taxRateResponse(request.params.id, request.query),
  );

  app.post(
    "/admin/tax-rates/:id",
    { schema: { ...taxRateById, summary: "Update a tax rate", body: taxRateChangesBody } },
    (request) =>
      respondAfter(request.query, async () => {
        await updateTaxRate({ db }, request.params.id, request.body);
        return request.params.id;
      }),
  );

  app.delete(
    "/admin/tax-rates/:id",
    { schema: { ...taxRateById, summary: "Delete a tax rate", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteTaxRate({ db }, request.params.id);
      return { id: request.params.id, object: "tax-rate", deleted: true };
    },
  );

  for (const kind of targetKinds) {
    const label = kind.replace("_", " ");
    const url = `/admin/tax-rates/:id/${kind.replace("_", "-")}/batch`;

    app.post(
      url,
      { schema: { ...taxRateById, summary: `Add ${label} to a tax rate`, body: targetsBody(kind) } },
      (request) =>
        respondAfter(request.query, async () => {
          const { id } = request.params;
          await addTaxTargets({ db }, { rateId: id, kind, ids: request.body[kind] });
          return id;
        }),
    );

    app.delete(
      url,
      {
        schema: { ...taxRateById, summary: `Remove ${label} from a tax rate`, body: targetsBody(kind) },
      },
      (request) =>
        respondAfter(request.query, async () => {
          const { id } = request.params;
          await removeTaxTargets({ db }, { rateId: id, kind, ids: request.body[kind] });
          return id;
        }),
    );
  }
};

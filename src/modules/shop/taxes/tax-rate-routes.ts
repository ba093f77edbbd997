import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { deletedObject } from "../v1-shapes.ts";
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

  app.get(
    "/admin/tax-rates",
    {
      schema: {
        tags,
        summary: "List tax rates",
        querystring: adminTaxRates.querystring,
        response: page("tax_rates", shown("AdminTaxRate", adminTaxRates.view)),
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
    async (request) => taxRateResponse(await createTaxRate({ db }, request.body), request.query),
  );

  app.get("/admin/tax-rates/:id", { schema: { ...taxRateById, summary: "Get a tax rate" } }, (request) =>
    taxRateResponse(request.params.id, request.query),
  );

  app.post(
    "/admin/tax-rates/:id",
    { schema: { ...taxRateById, summary: "Update a tax rate", body: taxRateChangesBody } },
    async (request) => {
      await updateTaxRate({ db }, request.params.id, request.body);
      return taxRateResponse(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/tax-rates/:id",
    { schema: { ...taxRateById, summary: "Delete a tax rate", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteTaxRate({ db }, request.params.id);
      return { id: request.params.id, object: deletedObject.taxRate, deleted: true };
    },
  );

  for (const kind of targetKinds) {
    const label = kind.replace("_", " ");
    const url = `/admin/tax-rates/:id/${kind.replace("_", "-")}/batch`;

    app.post(
      url,
      { schema: { ...taxRateById, summary: `Add ${label} to a tax rate`, body: targetsBody(kind) } },
      async (request) => {
        const { id } = request.params;
        await addTaxTargets({ db }, { rateId: id, kind, ids: request.body[kind] });
        return taxRateResponse(id, request.query);
      },
    );

    app.delete(
      url,
      {
        schema: { ...taxRateById, summary: `Remove ${label} from a tax rate`, body: targetsBody(kind) },
      },
      async (request) => {
        const { id } = request.params;
        await removeTaxTargets({ db }, { rateId: id, kind, ids: request.body[kind] });
        return taxRateResponse(id, request.query);
      },
    );
  }
};

import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { targetKinds, unknownTaxRate } from "./tax-rate.ts";
import {
  adminTaxRate,
  adminTaxRates,
  newTaxRateBody,
  targetsBody,
  taxRateAnswer,
  taxRateChangesBody,
  taxSelectionQuery,
  wantedOf,
} from "./tax-rate-schemas.ts";
import { addTaxTargets, removeTaxTargets } from "./use-cases/change-tax-targets.ts";
import { createTaxRate } from "./use-cases/create-tax-rate.ts";
import { deleteTaxRate } from "./use-cases/delete-tax-rate.ts";
import { updateTaxRate } from "./use-cases/update-tax-rate.ts";

const tags = ["Tax Rates"];
const some = { tags, querystring: taxSelectionQuery, response: taxRateAnswer };
const one = { ...some, params: path("id") };

export const taxRateRoutes: Routes = (app, { config, db, graph }) => {
  type Query = Parameters<typeof wantedOf>[0];

  const shown = async (id: string, query: Query) => {
    const taxRate = await graph.find(adminTaxRate, id, wantedOf(query));
    if (!taxRate) throw unknownTaxRate(id);
    return { tax_rate: taxRate };
  };
  const writing = async (query: Query, write: () => Promise<string>) => shown(await write(), query);

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
      const { rows, ...paging } = await adminTaxRates.read(graph, wantedOf(request.query as Query), config);
      return { tax_rates: rows, ...paging };
    },
  );

  app.post(
    "/admin/tax-rates",
    { schema: { ...some, summary: "Create a tax rate", body: newTaxRateBody } },
    (request) => writing(request.query, () => createTaxRate({ db }, request.body)),
  );

  app.get("/admin/tax-rates/:id", { schema: { ...one, summary: "Get a tax rate" } }, (request) =>
    shown(request.params.id, request.query),
  );

  app.post(
    "/admin/tax-rates/:id",
    { schema: { ...one, summary: "Update a tax rate", body: taxRateChangesBody } },
    (request) =>
      writing(request.query, async () => {
        await updateTaxRate({ db }, request.params.id, request.body);
        return request.params.id;
      }),
  );

  app.delete(
    "/admin/tax-rates/:id",
    { schema: { ...one, summary: "Delete a tax rate", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteTaxRate({ db }, request.params.id);
      return { id: request.params.id, object: "tax-rate", deleted: true };
    },
  );

  for (const kind of targetKinds) {
    const named = kind.replace("_", " ");
    const url = `/admin/tax-rates/:id/${kind.replace("_", "-")}/batch`;

    app.post(
      url,
      { schema: { ...one, summary: `Make a tax rate be for ${named}`, body: targetsBody(kind) } },
      (request) =>
        writing(request.query, async () => {
          const { id } = request.params;
          await addTaxTargets({ db }, { rateId: id, kind, ids: request.body[kind] });
          return id;
        }),
    );

    app.delete(
      url,
      {
        schema: { ...one, summary: `Make a tax rate not be for ${named} any more`, body: targetsBody(kind) },
      },
      (request) =>
        writing(request.query, async () => {
          const { id } = request.params;
          await removeTaxTargets({ db }, { rateId: id, kind, ids: request.body[kind] });
          return id;
        }),
    );
  }
};
